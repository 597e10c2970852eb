import { setTimeout as pause } from 'node:timers/promises'
import type { Snowflake } from '@guildhall/protocol'
import type { Bus } from '../../kernel/bus.ts'
import { type Event, eventType, PLATFORM_TOPIC } from '../../kernel/event.ts'
import { type Lease, nodeOf } from '../../kernel/lease.ts'
import type { NodeQuestions } from '../../kernel/node-questions.ts'
import { KeyedQueue } from '../../kernel/queues.ts'
import { SYSTEM_ACTOR, type Units } from '../../kernel/units.ts'
import type { VoiceServer, VoiceTicket } from '../../kernel/voice.ts'
import type { Work } from '../../kernel/work.ts'
import {
  CALL_NODES,
  type CallOwner,
  claimCall,
  findCallOwner,
  forgetEmptyCalls,
  freeCalls,
  isCallEmpty,
  noteVoiceServer,
} from './call-owner-store.ts'
import { readSnowflake } from './member-requests.ts'
import type { WhileAway } from './while-away.ts'

const RESPONDS = 'voice-responds'
/** Time in which another node tells whether a client responds. */
const RESPONDS_MS = 2_000
/** Time for which a node that ends waits for its own event about its calls. Earlier events of the topic may be late. */
const FREED_MS = 2_000
/** Time for which it waits until members have the address of the next node. The database may be away. */
const SENT_MS = 2_000

/** Calls have no node any more: one was lost, or is about to end. Members receive the address of the next one. */
export const callsFreed = eventType<{ readonly channelIds: readonly Snowflake[] }>({
  key: 'calls.freed',
  name: '',
  intents: () => 0,
  visibleTo: () => false,
  present: () => null,
})

interface CallServersParts {
  readonly units: Units
  readonly bus: Bus
  readonly voiceServer: VoiceServer
  readonly lease: Lease | null
  /** Null for a process that is alone. */
  readonly questions: NodeQuestions | null
  readonly whileAway: WhileAway
  /** Tells members here of the next node of a call. */
  readonly moved: (channelId: Snowflake) => void
  readonly runInBackground: (task: Promise<void>, failure: string) => void
}

/** Address of a call, with the token by which a client takes part. */
interface ServerOfCall {
  readonly token: string
  readonly endpoint: string
}

/** The nodes of calls. All members of a call connect to one node, which is decided when the first one joins. */
export class CallServers {
  readonly #parts: CallServersParts
  readonly #stopListening: () => void
  /** Questions about the nodes of calls, by channel: members of a call that moves ask together. */
  readonly #claims = new Map<Snowflake, Promise<CallOwner | undefined>>()
  /** By session: the addresses of its calls follow each other as its voice states do. */
  readonly #order = new KeyedQueue<string>()
  /** Addresses that are about to be sent. */
  readonly #sending = new Set<Promise<void>>()

  constructor(parts: CallServersParts) {
    this.#parts = parts
    const { lease, questions, voiceServer, bus } = parts
    questions?.answer(RESPONDS, async (body) => {
      const ticket = readTicket(body)
      return ticket !== null && (await voiceServer.responds(ticket))
    })
    bus.listen((event) => {
      for (const id of freedBy(event)) parts.moved(id)
    })
    this.#stopListening = lease?.onLoss(() => this.#run(this.#free())) ?? (() => undefined)
  }

  get #isShared(): boolean {
    return nodeOf(this.#parts.lease) !== null
  }

  #run(task: Promise<void>): void {
    this.#parts.runInBackground(task, 'calls of a lost node remain')
  }

  /** Takes calls from now on, and frees those of nodes that were lost. */
  async start(): Promise<void> {
    const { units, voiceServer, lease } = this.#parts
    const node = nodeOf(lease)
    if (node === null) return
    await units.write(SYSTEM_ACTOR, (work) => noteVoiceServer(work, node, voiceServer.endpoint))
    await this.#free()
  }

  /** Gives the calls of this node to others. Resolves once the members here were sent the next address. */
  async giveUp(): Promise<void> {
    const { units, lease, bus } = this.#parts
    const node = nodeOf(lease)
    if (node === null) return
    const heard = freedCallsOf(bus)
    try {
      const freed = await units.write(SYSTEM_ACTOR, async (work) => {
        await noteVoiceServer(work, node, null)
        return emitFreed(work)
      })
      // The event is published after the commit: at once, or once it is known where its topic stands.
      await heard.until(freed)
    } finally {
      heard.forget()
    }
    // Sessions here are about to move to other nodes, and must not go without the address.
    await Promise.race([Promise.all(this.#sending), pause(SENT_MS, undefined, { ref: false })])
  }

  close(): void {
    this.#stopListening()
  }

  /** Gives up the nodes of calls without members. */
  async forgetEmpty(): Promise<void> {
    const { units } = this.#parts
    if (!this.#isShared || !(await units.read(SYSTEM_ACTOR, isCallEmpty))) return
    await units.write(SYSTEM_ACTOR, forgetEmptyCalls, [CALL_NODES])
  }

  #free(): Promise<void> {
    return this.#parts.units.write(SYSTEM_ACTOR, async (work) => void (await emitFreed(work)))
  }

  /**
   * Calls a function with the server of a call, which is now decided if it was not. At once in a process alone.
   *
   * @param callId channel of the call: a screen is shared at the node of the call in which it is shared
   */
  serve(ticket: VoiceTicket, send: (server: ServerOfCall) => void, callId = ticket.channelId): void {
    const { voiceServer, whileAway } = this.#parts
    const sendWith = (endpoint: string) => send({ token: voiceServer.tokenFor(ticket), endpoint })
    if (!this.#isShared) return sendWith(voiceServer.endpoint)
    const sent = this.#order.run(ticket.sessionId, async () => {
      const owner = await whileAway(() => this.#claim(callId))
      sendWith(owner?.endpoint ?? voiceServer.endpoint)
    })
    const settled = sent.catch(() => undefined).finally(() => this.#sending.delete(settled))
    this.#sending.add(settled)
    this.#parts.runInBackground(sent, 'the address of a call was not sent')
  }

  #claim(channelId: Snowflake): Promise<CallOwner | undefined> {
    const known = this.#claims.get(channelId)
    if (known) return known
    const { units, lease } = this.#parts
    const own = nodeOf(lease)?.name ?? ''
    const claimed = units
      .write(SYSTEM_ACTOR, (work) => claimCall(work, channelId, own), [CALL_NODES])
      .finally(() => this.#claims.delete(channelId))
    this.#claims.set(channelId, claimed)
    return claimed
  }

  /** Returns whether this node has a call, or no node has it. */
  hasCall(channelId: Snowflake): Promise<boolean> | boolean {
    const { units, lease } = this.#parts
    const node = nodeOf(lease)
    if (node === null) return true
    return units.read(SYSTEM_ACTOR, async (work) => {
      const owner = await findCallOwner(work, channelId)
      return owner === undefined || owner.name === node.name
    })
  }

  /** Returns whether a member is connected to the call, wherever it is, and its client responds. */
  async responds(ticket: VoiceTicket, callId = ticket.channelId): Promise<boolean> {
    const { units, voiceServer, lease, questions } = this.#parts
    const node = nodeOf(lease)
    if (node === null || questions === null) return voiceServer.responds(ticket)
    const owner = await units.read(SYSTEM_ACTOR, (work) => findCallOwner(work, callId))
    if (owner === undefined) return false
    if (owner.name === node.name) return voiceServer.responds(ticket)
    const { userId, serverId, channelId, sessionId } = ticket
    const body = [...[userId, serverId, channelId].map(String), sessionId]
    const answers = await questions.ask(RESPONDS, body, { of: [owner.name], withinMs: RESPONDS_MS })
    return answers.of.get(owner.name) === true
  }
}

/** Takes calls from nodes that take none. Returns their channels, of which an event tells all nodes. */
async function emitFreed(work: Work): Promise<readonly Snowflake[]> {
  const channelIds = await freeCalls(work)
  if (channelIds.length > 0) work.emit(callsFreed, PLATFORM_TOPIC, { channelIds })
  return channelIds
}

/** Returns the channels whose calls an event frees. */
function freedBy(event: Event): readonly Snowflake[] {
  return event.type.key === callsFreed.key ? (event.payload as { channelIds: readonly Snowflake[] }).channelIds : []
}

/** Notes the calls that events free from now on. Those who listen already hear of them before. */
function freedCallsOf(bus: Bus) {
  const heard = new Set<Snowflake>()
  let changed: () => void = () => undefined
  const forget = bus.listen((event) => {
    for (const id of freedBy(event)) heard.add(id)
    changed()
  })
  return {
    forget,
    /** Resolves once events have freed the calls of all these channels, or after some time. */
    async until(channelIds: readonly Snowflake[]): Promise<void> {
      const { promise, resolve } = Promise.withResolvers<void>()
      changed = () => {
        if (channelIds.every((id) => heard.has(id))) resolve()
      }
      changed()
      await Promise.race([promise, pause(FREED_MS, undefined, { ref: false })])
    },
  }
}

function readTicket(body: unknown): VoiceTicket | null {
  if (!Array.isArray(body)) return null
  const [userId = null, serverId = null, channelId = null] = body.slice(0, 3).map(readSnowflake)
  const sessionId: unknown = body[3]
  if (userId === null || serverId === null || channelId === null || typeof sessionId !== 'string') return null
  return { userId, serverId, channelId, sessionId }
}
