#!/usr/bin/env node
// Old syntax on purpose: this file must start on Node 12 to say that Node 12 is too old.
const needed = [22, 18]
const found = process.versions.node.split('.').map(Number)

if (found[0] < needed[0] || (found[0] === needed[0] && found[1] < needed[1])) {
  const line = `nearsame needs Node >= ${needed.join('.')}, this is ${process.version}; install a newer Node.`
  process.stderr.write(`${line}\n`)
  process.exit(2)
}

// What forbids colours wins: where both are set Node would warn of it, in every command and thread.
if (process.env.NO_COLOR || process.env.NODE_DISABLE_COLORS) delete process.env.FORCE_COLOR

// What Node compiled is kept beside the package, so that the next start need not compile it again; threads ask for the
// same folder (src/ground/threads/start-worker.ts). Where nothing can be written there nothing is kept.
require('node:module').enableCompileCache(require('node:path').join(__dirname, '../.cache'))

// `import()` would wait between the modules; this loads them at once.
new Promise(resolve => resolve(require('../dist/command.js').ended)).catch(error => {
  process.stderr.write(`nearsame: ${error.stack}\n`)
  process.exitCode = 1
})
