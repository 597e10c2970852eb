import { spawn } from 'node:child_process'
import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { isAbsolute, join } from 'node:path'
import { type Launch, schemesOf } from '../local-client/launch.ts'
import { registerInRegistry } from './launch-registry.ts'

/**
 * Registers the schemes of a game: by a desktop entry below `$XDG_DATA_HOME/applications` on Linux, in the registry of
 * the user on Windows. Returns false on other systems, and if it cannot be written. macOS knows the schemes of bundles
 * alone, from their Info.plist.
 */
export function registerLaunch(applicationId: bigint, launch: Launch): boolean {
  if (applicationId === 0n) return false
  if (process.platform === 'win32') return registerInRegistry(applicationId, launch)
  return process.platform === 'linux' && writeDesktopEntry(applicationId, launch)
}

function writeDesktopEntry(applicationId: bigint, launch: Launch): boolean {
  const { XDG_DATA_HOME: given = '' } = process.env
  const folder = join(isAbsolute(given) ? given : join(homedir(), '.local', 'share'), 'applications')
  const schemes = schemesOf(applicationId)
  const name = `${schemes[0]}.desktop`
  const path = join(folder, name)
  const lines = [
    '[Desktop Entry]',
    'Type=Application',
    `Name=Game ${applicationId}`,
    `Exec=${execOf(launch)}`,
    'Terminal=false',
    'NoDisplay=true',
    `MimeType=${schemes.map((scheme) => `x-scheme-handler/${scheme};`).join('')}`,
  ]
  try {
    mkdirSync(folder, { recursive: true })
    // A reader never sees half of an entry.
    const unfinished = `${path}.${process.pid}`
    writeFileSync(unfinished, `${lines.join('\n')}\n`)
    renameSync(unfinished, path)
  } catch {
    return false
  }
  preferEntry(name, schemes)
  return true
}

/** Makes the entry the preferred one. Systems without the program use the entry that they find. */
function preferEntry(name: string, schemes: readonly string[]): void {
  const types = schemes.map((scheme) => `x-scheme-handler/${scheme}`)
  const child = spawn('xdg-mime', ['default', name, ...types], { stdio: 'ignore', detached: true })
  child.on('error', () => {})
  child.unref()
}

/** Returns the value of `Exec`. The address that starts the game follows as an argument, except for Steam. */
function execOf(launch: Launch): string {
  if ('steamApplication' in launch) return `xdg-open steam://run/${launch.steamApplication}`
  if ('command' in launch) return escaped(withAddress(launch.command.replaceAll(/%(?![uU])/g, '%%')))
  const program = [process.execPath, ...process.argv.slice(1, 2)].map(quoted).join(' ')
  return escaped(withAddress(program))
}

function withAddress(command: string): string {
  return /%[uU]/.test(command) ? command : `${command} %u`
}

function quoted(argument: string): string {
  return `"${argument.replaceAll(/["`$\\]/g, '\\$&').replaceAll('%', '%%')}"`
}

/** Escapes a value of a desktop entry, in which a backslash begins an escape. */
function escaped(value: string): string {
  return value.replaceAll('\\', '\\\\')
}
