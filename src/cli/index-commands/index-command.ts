import { Command } from 'commander'
import type { Context } from '../terminal/terminal.ts'
import { addCommand } from './add.ts'
import { backupCommand } from './backup.ts'
import { checkCommand } from './check.ts'
import { compactCommand, createCommand, dropCommand, listCommand, retrainCommand } from './create.ts'
import { changesCommand, clustersCommand, indexPairsCommand } from './lists.ts'
import { collapseCommand, indexExplainCommand } from './ranked.ts'
import { expireCommand, removeCommand } from './remove.ts'
import { getCommand, integrityCommand, statsCommand } from './show.ts'

const commands = [
  createCommand,
  addCommand,
  checkCommand,
  removeCommand,
  expireCommand,
  statsCommand,
  integrityCommand,
  backupCommand,
  compactCommand,
  retrainCommand,
  getCommand,
  indexPairsCommand,
  clustersCommand,
  changesCommand,
  indexExplainCommand,
  collapseCommand,
  listCommand,
  dropCommand,
]

/** `nearsame index create|add|check|remove|expire|stats|check-integrity|compact|… DIR …` */
export function indexCommands(context: Context): Command {
  const index = new Command('index').description(
    'A durable index of documents that you can query before adding one. In a directory, a database or a server.',
  )
  for (const make of commands) index.addCommand(make(context))
  return index
}
