/** Programs side by side, as `guildhall upgrade --prefix` has them, made of an installed one. For tests. */
import { execFile } from 'node:child_process'
import { chmod, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Start of a program that upgrades the store as a later version would, and then fails. */
const FAILING_START = `
import { copyFileSync, renameSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
if (process.argv[2] === 'start') {
  const store = process.argv[process.argv.indexOf('--data') + 1] + '/guildhall.db'
  const former = new DatabaseSync(store)
  former.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  former.close()
  copyFileSync(store, store + '.upgrading')
  const next = new DatabaseSync(store + '.upgrading')
  next.exec('PRAGMA journal_mode = DELETE')
  next.exec('CREATE TEMP TABLE newest AS SELECT * FROM migrations ORDER BY number DESC LIMIT 1')
  next.exec('UPDATE newest SET number = number + 1; INSERT INTO migrations SELECT * FROM newest')
  const { number } = next.prepare('SELECT number FROM newest').get()
  next.close()
  copyFileSync(store, store + '.before-' + number)
  renameSync(store + '.upgrading', store)
  process.exit(1)
}
`

/** A folder with programs side by side, and the command lines of a service that starts the current one. */
export interface ProgramsBeside {
  readonly prefix: string
  readonly data: string
  readonly start: string
  readonly stop: string
  /** Adds a version made of the first one. */
  add(version: string, does: 'starts' | 'fails'): Promise<void>
  /** Makes the tarball of a version that does nothing. Returns its path. */
  packEmpty(version: string): Promise<string>
}

/** Makes a folder with one program, of the packages that npm has installed. */
export async function programsBeside(folder: string, installed: string, version: string): Promise<ProgramsBeside> {
  const prefix = join(folder, 'prefix')
  const program = (name: string) => join(prefix, 'versions', name, 'node_modules/guildhall')
  const data = join(folder, 'data')
  await mkdir(join(prefix, 'versions', version), { recursive: true })
  await run('cp', ['-al', installed, join(prefix, 'versions', version, 'node_modules')])
  await symlink(join('versions', version), join(prefix, 'current'))
  const pid = join(folder, 'service.pid')
  const command = join(prefix, 'current/node_modules/guildhall/bin/guildhall.js')
  const line = `setsid ${process.execPath} ${command} start --data ${data} --port 0 --demo >${folder}/service.log 2>&1 &`
  return {
    prefix,
    data,
    start: await script(join(folder, 'start.sh'), `${line}\necho $! >${pid}`),
    stop: await script(join(folder, 'stop.sh'), `kill $(cat ${pid}) || true`),
    async add(name, does) {
      await run('cp', ['-al', join(prefix, 'versions', version), join(prefix, 'versions', name)])
      const bin = join(program(name), 'bin/guildhall.js')
      await replace(join(program(name), 'package.json'), (text) =>
        text.replace(/"version": ?"[^"]+"/, `"version": "${name}"`),
      )
      if (does === 'fails') await replace(bin, (text) => text.replace('\n', `\n${FAILING_START}`))
    },
    async packEmpty(name) {
      const source = join(folder, 'empty')
      await mkdir(source)
      await writeFile(join(source, 'package.json'), JSON.stringify({ name: 'guildhall', version: name }))
      await run('npm', ['pack', '--pack-destination', folder], { cwd: source })
      return join(folder, `guildhall-${name}.tgz`)
    },
  }
}

/** Writes a file anew, which other programs have under the same number of the file system. */
async function replace(path: string, change: (text: string) => string): Promise<void> {
  const text = await readFile(path, 'utf8')
  await rm(path)
  await writeFile(path, change(text))
}

async function script(path: string, lines: string): Promise<string> {
  await writeFile(path, `#!/bin/sh\n${lines}\n`)
  await chmod(path, 0o755)
  return path
}
