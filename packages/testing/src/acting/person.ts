import type { EventName, Events } from '@guildhall/client'
import type { MessageObject } from '@guildhall/protocol'
import { type Answer, type Api, api } from '../http.ts'
import { type ConnectOptions, type IdentifyOptions, RawGateway } from '../raw-gateway.ts'
import type { Frame } from '../wire-codec.ts'
import type { Actor } from './actor.ts'
import { at, type CallSite, callSite } from './call-site.ts'
import { ChannelActs } from './channel-acts.ts'
import { checkFilter } from './check-filter.ts'
import { type Duration, msOf } from './duration.ts'
import { describe, insteadSeen, NotSeen } from './failure.ts'
import { Feed } from './feed.ts'
import { differences, type EventFilter, MESSAGES, type MessageFilter, type Seen } from './filter.ts'
import { shown } from './match.ts'
import { type SeenMessage, seenMessage } from './message.ts'
import { Modal } from './modal.ts'
import type { PersonContext } from './person-context.ts'
import { PersonSession } from './person-session.ts'
import { PersonVoice } from './person-voice.ts'
import { idOf, type Reference } from './references.ts'
import { Refusal } from './refusal.ts'

/** The result of `sees` for an event: a message, a modal, or the payload. */
export type SeenEvent<E extends string> = E extends 'MESSAGE_CREATE' | 'MESSAGE_UPDATE'
  ? SeenMessage
  : E extends 'INTERACTION_MODAL_CREATE'
    ? Modal
    : E extends EventName
      ? Readonly<Events[E]>
      : Readonly<Record<string, unknown>>

/** Limit of one wait, other than the default of the platform. */
export interface Wait {
  within?: Duration | undefined
}

const VOICE_STATE_UPDATE = 4
const FRAME_MS = 20
const MESSAGE: string = 'MESSAGE_CREATE'

/**
 * A person at the platform. Persons act through the public HTTP API and the gateway with their token, so that the
 * server checks them as it checks any client: a refused act throws `Refusal`.
 */
export class Person implements Actor {
  readonly id: string
  /** Name in the world. */
  readonly name: string
  readonly username: string
  /** Token, as the person's own client sends it. */
  readonly token: string
  /** The HTTP API as this person, for what has no name here. No status throws. */
  readonly api: Api
  readonly #context: PersonContext
  readonly #feed = new Feed()
  readonly #uses = new Map<string, string>()
  #session: PersonSession | undefined
  #connecting: Promise<void> | undefined
  #call: PersonVoice | undefined

  constructor(
    context: PersonContext,
    { id, name, username, token }: { id: string; name: string; username: string; token: string },
  ) {
    this.id = id
    this.name = name
    this.username = username
    this.token = token
    this.api = api(context.api, token)
    this.#context = context
  }

  /** Everything that the person's client received since it connected, oldest first. */
  get seen(): readonly Frame[] {
    return this.#feed.seen.map(({ frame }) => frame)
  }

  get sessionId(): string | undefined {
    return this.#session?.id
  }

  get limitMs(): number {
    return this.#context.limitMs
  }

  /** Opens the person's gateway session, unless it is open. Acts and `sees` do so themselves. */
  connects(): Promise<void> {
    this.#connecting ??= this.#connect()
    return this.#connecting
  }

  /** Closes the session and forgets what was seen. The next act connects again. */
  async disconnects(): Promise<void> {
    const connecting = this.#connecting
    await this.#call?.leave()
    this.#call = undefined
    await connecting?.catch(() => undefined) // A failed connection has nothing to close.
    this.#connecting = undefined
    await this.#session?.close()
    this.#session = undefined
    this.#feed.end('because the session was closed')
    this.#feed.clear()
  }

  /** Opens another gateway session, which does nothing by itself. Resolves after READY. */
  async opens(identify: Partial<IdentifyOptions> = {}, connect: ConnectOptions = {}): Promise<RawGateway> {
    return await RawGateway.open(this.#context.gateway, { token: this.token, ...identify }, connect)
  }

  /** Returns a channel, thread or direct message to act in. */
  in(channel: Reference): ChannelActs {
    return new ChannelActs(this, idOf(channel))
  }

  /** Returns the direct message with a person or bot, which is created if there is none. */
  async dms(recipient: Reference): Promise<ChannelActs> {
    const site = callSite(this.dms)
    const body = { recipients: [idOf(recipient)] }
    const what = `${this.name}: a direct message`
    const { body: channel } = await this.act<{ id: string }>(site, what, (as) => as.post('/users/@me/channels', body))
    return new ChannelActs(this, channel.id)
  }

  /**
   * Joins a guild of the world, with an invite that its owner creates; or by the code of an invite. A voice channel is
   * joined with sound, by which the person `says` and `hears`.
   */
  async joins(place: Reference | { id: string; guildId: string }): Promise<void> {
    const site = callSite(this.joins)
    // Guilds of a world have their own id as `guildId`.
    if (typeof place === 'object' && 'guildId' in place && place.guildId !== place.id)
      return await this.#joinsCall(site, place)
    const guild = place
    let code = idOf(guild)
    if (typeof guild !== 'string') {
      const { owner, channelId } = this.#context.hostOf(guild)
      const what = `${owner.name}: an invite`
      const path = `/channels/${channelId}/invites`
      code = (await owner.act<{ code: string }>(site, what, (as) => as.post(path, { unique: true }))).body.code
    }
    await this.act(site, `${this.name}: join`, (as) => as.post(`/invites/${code}`, { session_id: this.sessionId }))
  }

  /** Leaves a guild. */
  async leaves(guild: Reference): Promise<void> {
    const site = callSite(this.leaves)
    await this.act(site, `${this.name}: leave`, (as) => as.delete(`/users/@me/guilds/${idOf(guild)}`))
  }

  /** Joins a voice channel without sound. Resolves when the server has let the person in. */
  async joinsVoice(channel: { id: string; guildId: string }): Promise<void> {
    const site = callSite(this.joinsVoice)
    await this.#voice(site, channel.guildId, channel.id)
  }

  async #joinsCall(site: CallSite, { id: channelId, guildId }: { id: string; guildId: string }): Promise<void> {
    await this.#call?.leave()
    await this.#voice(site, guildId, channelId)
    const { d } = await this.await(site, 'VOICE_SERVER_UPDATE', { guild_id: guildId })
    const { endpoint, token } = d as { endpoint: string; token: string }
    const sessionId = this.sessionId ?? ''
    this.#call = await PersonVoice.join({ endpoint, token, guildId, channelId, userId: this.id, sessionId })
  }

  /** Plays a tone in the call that the person has joined, half a second long unless said, or frames of Opus. */
  async says(sound: number | readonly Buffer[], { lasts = '500ms' }: { lasts?: Duration } = {}): Promise<void> {
    const site = callSite(this.says)
    await this.#callAt(site).says(sound, Math.ceil(msOf(lasts) / FRAME_MS))
  }

  /**
   * Waits for sound of a person or bot in the call that no earlier wait has taken, and returns its frames of Opus. With
   * a frequency, waits for that tone.
   * @throws NotSeen
   */
  async hears(of: Reference, tone?: number, { within }: Wait = {}): Promise<Buffer[]> {
    const site = callSite(this.hears)
    const limitMs = within === undefined ? this.limitMs : msOf(within)
    const frames = await this.#callAt(site).hears(idOf(of), tone, limitMs)
    if (frames) return frames
    const name = this.nameOf(idOf(of))
    const wanted = tone === undefined ? name : `${tone} Hz from ${name}`
    const count = this.#callAt(site).heard(idOf(of))
    throw at(
      site,
      new NotSeen(`${this.name} did not hear ${wanted} within ${limitMs} ms, of whom ${count} frames came.`),
    )
  }

  #callAt(site: CallSite): PersonVoice {
    if (!this.#call)
      throw at(site, new TypeError(`${this.name} has joined no voice channel with sound: joins(channel).`))
    return this.#call
  }

  /** Leaves the voice channel of a guild. */
  async leavesVoice(guild: Reference): Promise<void> {
    const site = callSite(this.leavesVoice)
    await this.#call?.leave()
    this.#call = undefined
    await this.#voice(site, idOf(guild), null)
  }

  /**
   * Waits for an event and returns it. Without the name of an event, that is a message: `sees({ from: bot, content:
   * 'pong' })`. Otherwise `sees('MESSAGE_REACTION_ADD', { from: bot, emoji: { name: '✅' } })`, with names and fields as
   * the gateway spells them. Each event is seen once, the oldest first, whether it has arrived already or not. The
   * person's own messages count only with `from`.
   * @throws NotSeen with what was seen instead
   */
  sees(filter?: MessageFilter, wait?: Wait): Promise<SeenMessage>
  sees<E extends EventName | (string & {})>(event: E, filter?: EventFilter, wait?: Wait): Promise<SeenEvent<E>>
  async sees(first: string | MessageFilter = {}, second: EventFilter | Wait = {}, third: Wait = {}): Promise<unknown> {
    const site = callSite(this.sees)
    const isNamed = typeof first === 'string'
    const [event, filter, wait] = isNamed ? [first, second as EventFilter, third] : [MESSAGE, first, second as Wait]
    checked(site, event, filter)
    const { t, d } = await this.await(site, event, filter, wait)
    if (MESSAGES.includes(t ?? '')) return seenMessage(this, d as unknown as MessageObject)
    return t === 'INTERACTION_MODAL_CREATE' ? new Modal(this, d) : d
  }

  /**
   * Checks that no such event was caused so far. It sends a request to the HTTP API, then one to the gateway session.
   * Earlier events arrive before the second response. A bot may respond later: `until` names a message or event that it
   * sends after its work, and the check waits for that first.
   * @throws NotSeen with the event
   */
  seesNothing(filter?: MessageFilter, by?: Until): Promise<void>
  seesNothing(event: string, filter?: EventFilter, by?: Until): Promise<void>
  async seesNothing(
    first: string | MessageFilter = {},
    second: EventFilter | Until = {},
    third: Until = {},
  ): Promise<void> {
    const site = callSite(this.seesNothing)
    const isNamed = typeof first === 'string'
    const [event, filter, { until, within }] = isNamed
      ? [first, second as EventFilter, third]
      : [MESSAGE, first, second as Until]
    checked(site, event, filter)
    let end: Frame | undefined
    if (until !== undefined) {
      const [endEvent, wanted] = typeof until === 'string' ? [until, {}] : [MESSAGE, until]
      checked(site, endEvent, wanted)
      end = await this.await(site, endEvent, wanted, { within })
    } else {
      await this.act(site, `${this.name}: the marker`, (as) => as.get('/users/@me'))
      await this.#fence(site)
    }
    const fits = this.#fits(event, filter)
    for (const seen of this.#feed.seen) {
      if (seen.frame === end) return
      if (seen.taken || !fits(seen)) continue
      const what = `${event === MESSAGE ? 'a message' : event} with ${shown(filter)}`
      const line = describe(seen.frame, (id) => this.nameOf(id), this.#uses)
      throw at(site, new NotSeen(`${this.name} saw ${what}, and must not:\n  ${line}`))
    }
  }

  /** @internal Sends a request of this person, for the methods of this package. */
  async act<T = unknown>(
    site: CallSite,
    what: string,
    call: (api: Api) => Promise<Answer<unknown>>,
  ): Promise<Answer<T>> {
    await this.connects()
    await this.#context.gather()
    const answer = await call(this.api)
    if (answer.status >= 400) {
      const why = await this.#context.reason(this.id, answer.status)
      throw at(site, new Refusal(what, answer, why))
    }
    return answer as Answer<T> // T is the documented body of the operation.
  }

  /** @internal Notes the nonce of an interaction. */
  noteUse(nonce: string, what: string): void {
    this.#uses.set(nonce, what)
  }

  /** @internal Waits for an event, for the methods of this package. */
  async await(site: CallSite, event: string, filter: EventFilter, { within }: Wait = {}): Promise<Frame> {
    await this.connects()
    const limitMs = within === undefined ? this.limitMs : msOf(within)
    const outcome = await this.#feed.take(this.#fits(event, filter), limitMs)
    if ('seen' in outcome) return outcome.seen.frame
    const wanted = `${event === MESSAGE ? 'a message' : event} with ${shown(filter)}`
    const instead = insteadSeen({
      who: this,
      event,
      filter,
      feed: this.#feed,
      nameOf: (id) => this.nameOf(id),
      uses: this.#uses,
      tape: await this.#context.tape(),
    })
    throw at(site, new NotSeen(`${this.name} did not see ${wanted} ${outcome.why}.\n${instead}`))
  }

  /** @internal Returns a name for errors. */
  nameOf(id: string): string {
    return this.#context.nameOf(id) ?? id
  }

  #fits(event: string, filter: EventFilter): (seen: Seen) => boolean {
    return (seen) => seen.names.includes(event) && differences(filter, seen, this.id).length === 0
  }

  /** Waits until everything so far has arrived, over another connection if this one is lost meanwhile. */
  async #fence(site: CallSite): Promise<void> {
    const end = performance.now() + this.limitMs
    for (;;) {
      await this.connects()
      const leftMs = end - performance.now()
      if (leftMs <= 0)
        throw at(site, new NotSeen(`The gateway answered no heartbeat of ${this.name} within ${this.limitMs} ms.`))
      if (await this.#session?.fence(leftMs)) return
    }
  }

  async #voice(site: CallSite, guild_id: string, channel_id: string | null): Promise<void> {
    await this.connects()
    this.#session?.send(VOICE_STATE_UPDATE, { guild_id, channel_id, self_mute: false, self_deaf: false })
    await this.await(site, 'VOICE_STATE_UPDATE', { user_id: this.id, guild_id, channel_id })
  }

  async #connect(): Promise<void> {
    this.#session = await PersonSession.open({
      gateway: this.#context.gateway,
      token: this.token,
      receive: (frame) => this.#feed.add(frame),
      lost: () => this.#reconnect(),
    })
  }

  /** Connects again after the server closed the session, as a client does. Waits go on. */
  #reconnect(): void {
    this.#session = undefined
    this.#connecting = this.#connect()
    this.#connecting.catch((error: Error) => this.#feed.end(`because the gateway is gone (${error.message})`))
  }
}

/** Checks a filter. @throws TypeError at the line of the test */
function checked(site: CallSite, event: string, filter: EventFilter): void {
  try {
    checkFilter(event, filter)
  } catch (error) {
    throw at(site, error as Error)
  }
}

/** End of the time in which nothing may be seen: a later message or event. */
export interface Until extends Wait {
  until?: MessageFilter | string
}
