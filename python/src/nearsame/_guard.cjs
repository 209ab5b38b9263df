/*
 * Loaded by Node before the command: ends it when standard input ends, so that a killed Python leaves no process, and
 * then removes the private folder that NEARSAME_PRIVATE names, which nobody else will.
 */
const { isMainThread } = require('node:worker_threads')

if (isMainThread) {
  const folder = process.env.NEARSAME_PRIVATE
  delete process.env.NEARSAME_PRIVATE
  const stop = () => {
    if (folder)
      process.on('exit', () => require('node:fs').rmSync(folder, { recursive: true, force: true }))
    // Handlers of the command get it as a signal; on Windows there are none to send.
    if (!process.emit('SIGTERM', 'SIGTERM')) process.exit(130)
  }
  process.stdin.on('end', stop).on('error', stop).resume()
  process.stdin.unref?.()
}
