import { join } from 'node:path'

/** Sockets are numbered from 0 to 9. */
const SOCKETS = 10

/** Surroundings that decide the paths of sockets. */
export interface SocketPlace {
  readonly platform: NodeJS.Platform
  readonly env: Readonly<Record<string, string | undefined>>
  /** Folder that was chosen by the person; null for the documented one. */
  readonly folder: string | null
}

/** Returns the paths that a local client may listen on, in the order in which games try them. [RPC-2] [RPC-3] */
export function socketPaths({ platform, env, folder }: SocketPlace): string[] {
  const names = Array.from({ length: SOCKETS }, (_, index) => `discord-ipc-${index}`)
  if (platform === 'win32') return names.map((name) => `\\\\?\\pipe\\${name}`)
  const { XDG_RUNTIME_DIR, TMPDIR, TMP, TEMP } = env
  const directory = folder ?? ([XDG_RUNTIME_DIR, TMPDIR, TMP, TEMP].find((value) => value) || '/tmp')
  return names.map((name) => join(directory, name))
}
