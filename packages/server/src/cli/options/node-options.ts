import { hostname } from 'node:os'
import { countOption, isWebAddress } from './option-kinds.ts'
import type { Options } from './option-reader.ts'

/** Options of a process that is one of several nodes of a platform. */
export interface NodeDraft {
  /** Servers of NATS between nodes; empty for a process that is alone. */
  busUrls: readonly string[]
  /** Name among the nodes; null for host name and port. */
  nodeName: string | null
  /** Address at which clients reach this node itself; null for the listen address. */
  nodeUrl: string | null
  /** Time over which sessions are asked to move at the end. */
  drainSeconds: number
}

const NAME = /^[a-z0-9-]{1,32}$/
const DRAIN_MAX_S = 3_600

/** Options of nodes, in the order of the help. */
export const NODE_OPTIONS: Options<NodeDraft> = {
  'bus-url': {
    value: 'URL[,URL…]',
    help: 'NATS between the nodes of a platform: this process is one of them (none)',
    read(draft, value) {
      const urls = value.split(',')
      // The value is not shown: it may have a password.
      if (!urls.every(isBusUrl)) return 'must be an address like nats://host:4222, or several with commas'
      draft.busUrls = urls
    },
  },
  'node-name': {
    value: 'NAME',
    help: 'name of this node among the others, of a-z, 0-9 and - (host name and port)',
    read(draft, value) {
      if (!NAME.test(value)) return `takes up to 32 of the characters a-z, 0-9 and -, not ${JSON.stringify(value)}`
      draft.nodeName = value
    },
  },
  'node-url': {
    value: 'URL',
    help: 'address at which clients of voice reach this node itself (the listen address)',
    read(draft, value) {
      if (!isWebAddress(value)) return 'must be an address like https://a.chat.example'
      draft.nodeUrl = new URL(value).origin
    },
  },
  'drain-time': countOption('drainSeconds', DRAIN_MAX_S, 'seconds over which SIGTERM makes sessions move (20)'),
}

/** Options of nodes that are not given. */
export const NO_NODE: NodeDraft = { busUrls: [], nodeName: null, nodeUrl: null, drainSeconds: 20 }

/** Options that a node needs besides. */
interface Needed {
  readonly databaseUrl: string | null
  readonly filesUrl: string | null
  readonly secretKeyFile: string | null
}

/** Returns what is wrong with the options of a node together; undefined for nothing. */
export function nodeFault(
  { busUrls, nodeName, nodeUrl, ...needed }: NodeDraft & Needed,
  hasKeyInEnvironment: boolean,
): string | undefined {
  if (busUrls.length === 0) {
    const alone = nodeName !== null ? '--node-name' : nodeUrl !== null ? '--node-url' : null
    return alone === null ? undefined : `${alone} is for one of several nodes: it needs --bus-url too`
  }
  if (needed.databaseUrl === null) return '--bus-url needs --database-url: all nodes share one PostgreSQL'
  if (needed.filesUrl === null) return '--bus-url needs --files-url: all nodes share one folder or bucket of files'
  if (needed.secretKeyFile === null && !hasKeyInEnvironment)
    return '--bus-url needs --secret-key or GUILDHALL_SECRET_KEY: all nodes share one key'
  return undefined
}

/** Returns the name of a node: the given one, or one of the host and the port. Null for a process that is alone. */
export function nodeNameOf({ busUrls, nodeName, port }: NodeDraft & { readonly port: number }): string | null {
  if (busUrls.length === 0) return null
  if (nodeName !== null) return nodeName
  // The port is not known yet where the system picks one.
  const suffix = `-${port === 0 ? process.pid : port}`
  const host = hostname()
    .toLowerCase()
    .replaceAll(/[^a-z0-9-]+/g, '-')
  return `${host.slice(0, 32 - suffix.length)}${suffix}`
}

function isBusUrl(value: string): boolean {
  if (!URL.canParse(value)) return false
  const { protocol, hostname } = new URL(value)
  return ['nats:', 'tls:'].includes(protocol) && hostname !== ''
}
