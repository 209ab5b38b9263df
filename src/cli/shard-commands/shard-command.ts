import { Command } from 'commander'
import type { Context } from '../terminal/terminal.ts'
import { measureCommand, signShardCommand, writeCommand } from './processes.ts'
import { runCommand, stepCommand } from './rounds.ts'

const commands = [signShardCommand, measureCommand, writeCommand, stepCommand, runCommand]

/** `nearsame shard sign|measure|write|step|run|sql|plan` */
export function shardCommands(context: Context): Command {
  const shard = new Command('shard').description(
    'Deduplicates in shards: files signed, measured and written one by one, anywhere, with SQL in between.',
  )
  for (const make of commands) shard.addCommand(make(context))
  return shard
}
