import { chmod, unlink } from 'node:fs/promises'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { encodeFrame, FrameReader, Opcode } from './frames.ts'

/** Time that another process has to answer a PING before its socket counts as stale. */
const PROBE_MS = 1_000

/** No path of the ten could be used. */
export class NoSocketError extends Error {}

export interface IpcServer {
  readonly path: string
  /** Ends all connections and removes the socket. */
  close(): Promise<void>
}

/**
 * Listens on the first path that no other process serves, readable by this user only. A socket whose process does not
 * answer a PING is stale and is taken over. [RPC-1] [RPC-2]
 *
 * @throws NoSocketError if each path is in use or cannot be written
 */
export async function listenOnFirst(
  paths: readonly string[],
  onConnection: (socket: Socket) => void,
): Promise<IpcServer> {
  const failures: string[] = []
  for (const path of paths) {
    try {
      const server = await listenOn(path, onConnection)
      if (server) return server
      failures.push(`${path} is in use`)
    } catch (error) {
      failures.push(`${path}: ${(error as Error).message}`)
    }
  }
  throw new NoSocketError(`No socket for games could be opened. ${failures.at(0) ?? ''}`)
}

async function listenOn(path: string, onConnection: (socket: Socket) => void): Promise<IpcServer | null> {
  const isPipe = path.startsWith('\\\\')
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    onConnection(socket)
  })
  if (!(await bind(server, path))) {
    if (isPipe || (await isServed(path))) return null
    await unlink(path)
    if (!(await bind(server, path))) return null
  }
  if (!isPipe) await chmod(path, 0o600)
  return {
    path,
    close: () =>
      new Promise((resolve) => {
        // The server removes its own socket file when it closes.
        server.close(() => resolve())
        for (const socket of sockets) socket.destroySoon()
      }),
  }
}

/** Returns false if the path exists already. */
function bind(server: Server, path: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const failed = (error: NodeJS.ErrnoException) => (error.code === 'EADDRINUSE' ? resolve(false) : reject(error))
    server.once('error', failed)
    // The file must never be open to others, not even until chmod.
    const mask = process.umask(0o177)
    server.listen(path, () => {
      server.off('error', failed)
      resolve(true)
    })
    process.umask(mask)
  })
}

/** Returns whether a process answers a PING at a path. */
function isServed(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path)
    const reader = new FrameReader()
    const end = (served: boolean) => {
      socket.destroy()
      resolve(served)
    }
    socket.setTimeout(PROBE_MS, () => end(false))
    socket.on('error', () => end(false))
    socket.on('close', () => end(false))
    socket.on('connect', () => socket.write(encodeFrame(Opcode.PING, { probe: true })))
    socket.on('data', (chunk: Buffer) => {
      try {
        // Any frame shows a living process: older servers close a connection that begins with PING.
        if (reader.read(chunk).length > 0) end(true)
      } catch {
        end(true)
      }
    })
  })
}
