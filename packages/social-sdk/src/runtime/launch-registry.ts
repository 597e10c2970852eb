import { spawnSync } from 'node:child_process'
import { type Launch, schemesOf } from '../local-client/launch.ts'

const CLASSES = 'HKCU\\Software\\Classes'
/** Time that one entry may take. */
const ENTRY_MS = 5_000

/** Writes the schemes of a game to the registry of the Windows user. Returns false if an entry cannot be written. */
export function registerInRegistry(applicationId: bigint, launch: Launch): boolean {
  return registryEntries(applicationId, commandLineOf(launch)).every((entry) => {
    const { status } = spawnSync('reg.exe', entry, { stdio: 'ignore', timeout: ENTRY_MS, windowsHide: true })
    return status === 0
  })
}

/** Returns the arguments of `reg.exe` for each entry. */
function registryEntries(applicationId: bigint, command: string): string[][] {
  const entry = (key: string, name: string | null, value: string) => [
    ...['add', `${CLASSES}\\${key}`, ...(name === null ? ['/ve'] : ['/v', name])],
    ...['/t', 'REG_SZ', '/d', value, '/f'],
  ]
  return schemesOf(applicationId).flatMap((scheme) => [
    entry(scheme, null, `URL:Game ${applicationId}`),
    entry(scheme, 'URL Protocol', ''),
    entry(`${scheme}\\shell\\open\\command`, null, command),
  ])
}

/** Returns the command line of a launch. The address that starts the game follows as an argument, except for Steam. */
function commandLineOf(launch: Launch): string {
  if ('steamApplication' in launch)
    return `rundll32.exe url.dll,FileProtocolHandler steam://run/${launch.steamApplication}`
  // A path of Windows contains no quotation mark.
  const command =
    'command' in launch
      ? launch.command
      : programOf()
          .map((part) => `"${part}"`)
          .join(' ')
  return /%1/.test(command) ? command : `${command} "%1"`
}

function programOf(): string[] {
  return [process.execPath, ...process.argv.slice(1, 2)]
}
