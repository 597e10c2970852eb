import type { Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { UserObject } from '@guildhall/protocol'
import { ConnectionPace } from './connection-pace.ts'
import { IpcConnection } from './ipc/connection.ts'
import { socketPaths } from './ipc/paths.ts'
import { listenOnFirst } from './ipc/server.ts'
import { type Consent, type Credentials, Person } from './person/person.ts'
import { commands } from './rpc/commands/index.ts'
import { events } from './rpc/events/index.ts'
import type { RpcApplication } from './rpc/host.ts'
import { HostRefusal } from './rpc/host.ts'
import type { RpcTrace } from './rpc/session.ts'
import { openWebSockets } from './websocket/server.ts'

export interface LocalClientOptions {
  /** Address of the platform. */
  readonly server: string
  readonly credentials: Credentials
  /** Folder of the socket; null for the documented one. */
  readonly ipcFolder: string | null
  /** Serves WebSocket and HTTP on a port of this computer too. Default: only the socket. */
  readonly websocket?: boolean
  /** Decides about AUTHORIZE and purchases. */
  readonly consent: Consent
  /** Receives each message of games. */
  readonly trace?: RpcTrace
  /** Called once, when the platform refuses the person's token later. */
  readonly onSignedOut: () => void
}

/** A running local client. */
export interface LocalClient {
  /** Path of the socket that games connect to. */
  readonly ipc: string
  /** Address of the WebSocket server: `ws://127.0.0.1:PORT`; null without one. */
  readonly websocket: string | null
  readonly user: UserObject
  /** Ends the connections of games, removes the socket and ends the person's session. */
  close(): Promise<void>
}

/**
 * Signs a person in and serves the games on this computer. [RPC-1]
 *
 * @throws HostRefusal for wrong credentials, NoSocketError or NoPortError when no socket or port is free
 */
export async function startLocalClient(options: LocalClientOptions): Promise<LocalClient> {
  const { credentials, consent, onSignedOut } = options
  const url = options.server.replace(/\/+$/, '')
  const person = await Person.signIn({
    server: url,
    credentials,
    consent,
    onSignedOut,
  })
  const pace = new ConnectionPace({
    now: () => performance.now(),
    wait: (ms, signal) => wait(ms, undefined, { signal }),
  })
  const stopped = new AbortController()
  const admit = async (clientId: string, ended: AbortSignal) => {
    const application = await findApplication(person, clientId)
    if (application) await pace.turn(clientId, AbortSignal.any([ended, stopped.signal]))
    return application
  }
  const parts = { host: person, tables: { commands, events }, admit, trace: options.trace }
  const place = { platform: process.platform, env: process.env, folder: options.ipcFolder }
  const server = await listenOnFirst(socketPaths(place), (socket: Socket) => {
    new IpcConnection(socket, parts)
  }).catch((error) => {
    person.close()
    throw error
  })
  const webSockets = options.websocket
    ? await openWebSockets({ ...parts, find: (clientId) => findApplication(person, clientId), server: url }).catch(
        async (error) => {
          await server.close()
          person.close()
          throw error
        },
      )
    : null
  return {
    ipc: server.path,
    websocket: webSockets?.url ?? null,
    user: person.user(),
    async close() {
      stopped.abort()
      await Promise.all([server.close(), webSockets?.close()])
      person.close()
    },
  }
}

async function findApplication(person: Person, id: string): Promise<RpcApplication | null> {
  try {
    return await person.request<RpcApplication>('GET', `/applications/${id}/rpc`)
  } catch (error) {
    if (error instanceof HostRefusal && error.status === 404) return null
    throw error
  }
}
