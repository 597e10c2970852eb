import type { Snowflake } from '@guildhall/protocol'
import type { Background } from '../../../kernel/background.ts'
import type { Bus } from '../../../kernel/bus.ts'
import { type Event, effectOf } from '../../../kernel/event.ts'
import type { Players } from '../../../kernel/players.ts'
import { SYSTEM_ACTOR, type Units } from '../../../kernel/units.ts'
import { type ActivityPlace, removeStaleParticipants, staleParticipants } from './actions/check-participants.ts'
import { embeddedActivityUpdate, type ParticipantsChange } from './events.ts'
import { listActivityPlaces, listInstances } from './store.ts'

interface CheckParts {
  readonly units: Units
  readonly players: Players
  readonly background: Background
}

/** A guild or private channel with activities. */
interface Watched {
  readonly place: ActivityPlace
  /** Epoch of the guild view at the last check; permissions of channels are the same until it changes. */
  epoch: number
  pending: boolean
  /** Number of events about activities here, to notice one that follows a read. */
  changes: number
}

/**
 * Removes participants from activities that they may not stay in: after a kick, a ban, a change of permissions, the end
 * of a channel or guild, or when a session ended while it joined. It follows committed events, so that no operation
 * needs to know of activities.
 */
export class ParticipantChecks {
  readonly #parts: CheckParts
  readonly #watched = new Map<string, Watched>()

  private constructor(parts: CheckParts) {
    this.#parts = parts
  }

  /** Checks all activities that the former process left, once its sessions are restored, and follows events then. */
  static async start(parts: CheckParts & { readonly bus: Bus }): Promise<void> {
    const { units, bus } = parts
    const checks = new ParticipantChecks(parts)
    for (const { guild_id, channel_id } of await units.read(SYSTEM_ACTOR, listActivityPlaces)) {
      const { place } = checks.#watch(guild_id, channel_id)
      await units.write(SYSTEM_ACTOR, (work) => removeStaleParticipants(work, place))
    }
    bus.listen((event) => checks.#receive(event))
  }

  /** Follows a committed event, after the guild view received it. */
  #receive(event: Event): void {
    const { type, topic, version } = event
    if ((type as unknown) === embeddedActivityUpdate) return this.#changed(event.payload as ParticipantsChange)
    if (this.#watched.size === 0) return
    const effect = effectOf(event)
    if (effect?.kind === 'recipient-removed') this.#check(keyOf(null, effect.channelId), true)
    if (version === 0 || !topic.startsWith('guild.')) return
    const ends = effect?.kind === 'guild-ended' || effect?.kind === 'member-removed'
    const certain = ends || type.affectedUsers || type.subjectChannel
    if (certain || type.apply) this.#check(keyOf(BigInt(topic.slice('guild.'.length)), 0n), Boolean(certain))
  }

  #changed({ instance, participants }: ParticipantsChange): void {
    const key = keyOf(instance.guild_id, instance.channel_id)
    const watched = this.#watch(instance.guild_id, instance.channel_id)
    watched.changes += 1
    const { background } = this.#parts
    if (participants.length === 0) return background.run(() => this.#forgetIfEmpty(key, watched))
    background.run(() => this.#checkSessions(key, participants))
  }

  /** Checks a place if the session of a participant ended while it joined. */
  async #checkSessions(key: string, participants: ParticipantsChange['participants']): Promise<void> {
    const { units, players } = this.#parts
    const ended = await units.read(SYSTEM_ACTOR, async (work) => {
      for (const { user_id, session_id } of participants) {
        if (session_id === '') continue
        if (!(await players.clientSessionsOf(work, user_id)).includes(session_id)) return true
      }
      return false
    })
    if (ended) this.#check(key, true)
  }

  #watch(guildId: Snowflake | null, channelId: Snowflake): Watched {
    const key = keyOf(guildId, channelId)
    const place: ActivityPlace = guildId === null ? { channelIds: [channelId] } : { guildId }
    const watched = this.#watched.get(key) ?? { place, epoch: -1, pending: false, changes: 0 }
    this.#watched.set(key, watched)
    return watched
  }

  /** Checks a place soon; changes in quick succession are checked once. */
  #check(key: string, certain: boolean): void {
    const watched = this.#watched.get(key)
    if (!watched) return
    if (certain) watched.epoch = -1
    if (watched.pending) return
    watched.pending = true
    setImmediate(() => {
      watched.pending = false
      this.#parts.background.run(() => this.#run(watched))
    })
  }

  async #run(watched: Watched): Promise<void> {
    const { place } = watched
    const { units } = this.#parts
    const stale = await units.read(SYSTEM_ACTOR, async (work) => {
      const epoch = 'guildId' in place ? ((await work.view(place.guildId))?.epoch ?? -1) : -1
      if (epoch !== -1 && epoch === watched.epoch) return false
      watched.epoch = epoch
      return (await staleParticipants(work, place)).length > 0
    })
    if (stale) await units.write(SYSTEM_ACTOR, (work) => removeStaleParticipants(work, place))
  }

  async #forgetIfEmpty(key: string, watched: Watched): Promise<void> {
    const { changes, place } = watched
    const left = await this.#parts.units.read(SYSTEM_ACTOR, (work) => listInstances(work, place))
    if (left.length === 0 && watched.changes === changes) this.#watched.delete(key)
  }
}

const keyOf = (guildId: Snowflake | null, channelId: Snowflake) =>
  guildId === null ? `channel.${channelId}` : `guild.${guildId}`
