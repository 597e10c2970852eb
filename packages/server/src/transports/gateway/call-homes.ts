import type { Instant, Snowflake } from '@guildhall/protocol'
import type { Bus } from '../../kernel/bus.ts'
import type { Clock } from '../../kernel/clock.ts'
import { unversioned } from '../../kernel/event.ts'
import type { VoiceState } from '../../kernel/model.ts'
import { KeyedQueue } from '../../kernel/queues.ts'
import { SYSTEM_ACTOR, type Units } from '../../kernel/units.ts'
import type { Actor, Work } from '../../kernel/work.ts'
import {
  type CallChange,
  endCallMessage,
  findCall,
  holdCall,
  listCallsOfUser,
  listPlacesOfPerson,
  newRingingEnds,
  type PrivateCall,
  ringingEnded,
  saveCallChange,
} from '../../resources/messaging/calls/index.ts'

/** The call of a channel, while nothing else changes it. */
export interface CallPlace {
  readonly now: Instant
  /** The present call; undefined for none. */
  readonly call: PrivateCall | undefined
  read<T>(run: (work: Work) => Promise<T>): Promise<T>
  write<T>(run: (work: Work) => Promise<T>): Promise<T>
  /** Replaces the call, and publishes the change. */
  apply(change: CallChange): Promise<void>
}

/** Cause of a change. */
export interface CallCause {
  readonly actor: Actor
  /** Names that no other unit of work of any node holds meanwhile. */
  readonly holds: readonly string[]
}

const BY_ITSELF: CallCause = { actor: SYSTEM_ACTOR, holds: [] }

/** The calls of DMs, in memory or as rows. */
export interface CallHome {
  /** Runs a task that may change the call of a channel. */
  change(channelId: Snowflake, task: (place: CallPlace) => Promise<void>, cause?: CallCause): Promise<void>
  /** Changes the call of a channel with the commit of a unit of work. Does nothing without a call. */
  changeIn(work: Work, channelId: Snowflake, decide: (call: PrivateCall, now: Instant) => CallChange): Promise<void>
  find(work: Work, channelId: Snowflake): Promise<PrivateCall | undefined>
  /** Returns the voice states of a user in all calls. */
  placesOf(userId: Snowflake): Promise<VoiceState[]>
  /** Returns the calls of a user's channels; undefined if they are those of `present`, at any moment. */
  readonly ofUser: ((work: Work, userId: Snowflake) => Promise<PrivateCall[]>) | undefined
  /** Calls in memory; none where they are rows. */
  readonly present: ReadonlyMap<Snowflake, PrivateCall>
}

interface StoredParts {
  readonly units: Units
}

/** Calls as rows, which several nodes change. */
export class StoredCalls implements CallHome {
  readonly present = new Map<Snowflake, PrivateCall>()
  readonly #units: Units

  constructor({ units }: StoredParts) {
    this.#units = units
  }

  change(
    channelId: Snowflake,
    task: (place: CallPlace) => Promise<void>,
    { actor, holds }: CallCause = BY_ITSELF,
  ): Promise<void> {
    return this.#units.write(
      actor,
      async (work) => {
        const call = await holdCall(work, channelId)
        await task({
          now: work.now,
          call,
          read: (run) => run(work),
          write: (run) => run(work),
          apply: (change) => saveCallChange(work, call, change),
        })
      },
      holds,
    )
  }

  async changeIn(
    work: Work,
    channelId: Snowflake,
    decide: (call: PrivateCall, now: Instant) => CallChange,
  ): Promise<void> {
    const call = await holdCall(work, channelId)
    if (call) await saveCallChange(work, call, decide(call, work.now))
  }

  find(work: Work, channelId: Snowflake): Promise<PrivateCall | undefined> {
    return findCall(work, channelId)
  }

  async placesOf(userId: Snowflake): Promise<VoiceState[]> {
    const places = await this.#units.read(SYSTEM_ACTOR, (work) => listPlacesOfPerson(work, userId))
    return places.filter(({ guild_id }) => guild_id === null)
  }

  readonly ofUser = listCallsOfUser
}

interface MemoryParts {
  readonly units: Units
  readonly bus: Bus
  readonly wallClock: Clock
  readonly runInBackground: (task: Promise<void>) => void
}

/** Calls in the memory of a process that is alone. They are not stored, except for the message of a call. */
export class MemoryCalls implements CallHome {
  readonly present = new Map<Snowflake, PrivateCall>()
  readonly ofUser = undefined
  readonly #parts: MemoryParts
  /** Changes one after another, because a call begins and ends once. */
  readonly #queue = new KeyedQueue<Snowflake>()

  constructor(parts: MemoryParts) {
    this.#parts = parts
  }

  change(
    channelId: Snowflake,
    task: (place: CallPlace) => Promise<void>,
    { actor }: CallCause = BY_ITSELF,
  ): Promise<void> {
    const { units, wallClock } = this.#parts
    const { present } = this
    return this.#queue.run(channelId, () =>
      task({
        now: wallClock.now(),
        // `changeIn` does not wait for the task.
        get call() {
          return present.get(channelId)
        },
        read: (run) => units.read(SYSTEM_ACTOR, run),
        write: (run) => units.write(actor, run),
        apply: (change) => this.#apply(present.get(channelId), change),
      }),
    )
  }

  async changeIn(
    work: Work,
    channelId: Snowflake,
    decide: (call: PrivateCall, now: Instant) => CallChange,
  ): Promise<void> {
    work.afterCommit(() => this.#changeNow(channelId, decide))
  }

  #changeNow(channelId: Snowflake, decide: (call: PrivateCall, now: Instant) => CallChange): void {
    const call = this.present.get(channelId)
    if (!call) return
    this.#parts.runInBackground(this.#apply(call, decide(call, this.#parts.wallClock.now())))
  }

  async find(_work: Work, channelId: Snowflake): Promise<PrivateCall | undefined> {
    return this.present.get(channelId)
  }

  async placesOf(userId: Snowflake): Promise<VoiceState[]> {
    return [...this.present.values()].flatMap(({ states }) => states.get(userId) ?? [])
  }

  /** Replaces a call at once; only its message is written later. */
  async #apply(before: PrivateCall | undefined, { call, events }: CallChange): Promise<void> {
    if (call === before) return
    const { units, bus, wallClock } = this.#parts
    const { channelId } = call
    const hasEnded = call.states.size === 0
    if (hasEnded) this.present.delete(channelId)
    else this.present.set(channelId, call)
    for (const at of newRingingEnds(before, call)) wallClock.at(at, () => this.#changeNow(channelId, ringingEnded))
    bus.publish(events.map(({ type, topic, payload }) => unversioned(type, topic, payload, null)))
    if (hasEnded) await units.write(SYSTEM_ACTOR, (work) => endCallMessage(work, call))
  }
}
