/** `nearsame index backup DIR FILE`: copies the collections of a data directory that a server may have open. */
import { Command } from 'commander'
import { checkFree, checkParent } from '../../files/io/check-outputs.ts'
import { formatOfName, isUnwritten } from '../../files/io/file-name.ts'
import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import { backupDataDirectory, backupToFile } from '../../online/sqlite/directory/backup.ts'
import { isUrl } from '../command/open-catalogue.ts'
import { checkDirectory, writeLine } from '../index-places/index-place.ts'
import type { Context } from '../terminal/terminal.ts'

export function backupCommand(context: Context): Command {
  return new Command('backup')
    .description('Copies a data directory into FILE.tar or a directory, also while a server has it open.')
    .argument('<dir>', 'data directory')
    .argument('<file>', 'a new .tar file, or a new or empty directory')
    .action(async (dir: string, file: string) => {
      if (isUrl(dir))
        throw new NearsameError('OPTION_VALUE', {
          expected: 'a data directory of this machine',
          got: 'a URL',
          fix: 'copy a database with its own tool, such as pg_dump; for a server, name its data directory',
        })
      await checkDirectory(dir, 'a data directory')
      if (isUrl(file))
        throw new NearsameError('OPTION_VALUE', {
          expected: 'a file or directory of this machine',
          got: 'a URL',
          fix: 'name a file, and copy it afterwards',
        })
      const isFile = file.endsWith('.tar')
      if (!isFile && (isUnwritten(file) || formatOfName(file).compression !== 'none'))
        throw new NearsameError('OUTPUT_FORMAT', {
          expected: 'a name that ends in .tar, or that of a directory',
          got: file,
          fix: 'write a .tar file, and compress it afterwards',
        })
      await checkParent(file)
      await checkFree(file, { force: false, isDirectory: !isFile })
      const copies = isFile ? backupToFile(dir, file) : backupDataDirectory(dir, file)
      for await (const copied of copies) writeLine(context, copied)
    })
}
