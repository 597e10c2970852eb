import assert from 'node:assert/strict'
import type { Snowflake } from '@guildhall/protocol'
import davey from '@snazzah/davey'
import type { DaveMessage, DaveStep } from '../../src/transports/voice/dave/call-encryption.ts'
import { DaveGroup } from '../../src/transports/voice/dave/group.ts'

/** Something that a member sent to the server and that has not arrived yet. */
type Sent = { from: DaveyMember; op: 23 | 26 | 28 | 31; payload: Buffer; transitionId: number }

/** A client with the real library of bots, as `@discordjs/voice` drives it. */
export class DaveyMember {
  readonly user: Snowflake
  readonly call: DaveyCall
  version = 1
  session: davey.DAVESession | undefined
  readonly transitions = new Map<number, number>()
  /** Commits that this client makes go through this, so that a test makes it hostile. */
  tamper: (payload: Buffer) => Buffer | undefined = (payload) => payload

  constructor(user: Snowflake, call: DaveyCall) {
    this.user = user
    this.call = call
  }

  get code(): string {
    return this.session?.voicePrivacyCode ?? ''
  }

  start(): void {
    const [user, channel] = [this.user.toString(), this.call.channelId.toString()]
    if (this.session) this.session.reinit(1, user, channel)
    else this.session = new davey.DAVESession(1, user, channel)
    this.#say(26, this.session.getSerializedKeyPackage())
  }

  receive(message: DaveMessage): void {
    switch (message.op) {
      case 21:
        this.transitions.set(message.data.transition_id, message.data.protocol_version)
        if (message.data.transition_id === 0) this.#execute(0)
        else this.#say(23, Buffer.alloc(0), message.data.transition_id)
        return
      case 22:
        return this.#execute(message.data.transition_id)
      case 24:
        this.version = message.data.protocol_version
        return this.start()
      case 25:
        return this.session?.setExternalSender(message.payload)
      case 27:
        return this.#propose(message.payload)
      case 29:
        return this.#take(message.payload, (session, bytes) => session.processCommit(bytes))
      case 30:
        return this.#take(message.payload, (session, bytes) => session.processWelcome(bytes))
    }
  }

  #propose(payload: Buffer): void {
    const seen = this.call.users().map((user) => user.toString())
    const result = this.session?.processProposals(payload.readUInt8(0), payload.subarray(1), seen)
    if (!result?.commit) return
    const bytes = this.tamper(Buffer.concat([result.commit, result.welcome ?? Buffer.alloc(0)]))
    if (bytes) this.#say(28, bytes)
  }

  #take(payload: Buffer, process: (session: davey.DAVESession, bytes: Buffer) => void): void {
    const transitionId = payload.readUInt16BE(0)
    assert.ok(this.session, 'a message about a group before the session began')
    try {
      process(this.session, payload.subarray(2))
    } catch {
      this.call.complaints += 1
      this.#say(31, Buffer.alloc(0), transitionId)
      return this.start()
    }
    this.transitions.set(transitionId, this.version)
    this.#say(23, Buffer.alloc(0), transitionId)
  }

  #execute(id: number): void {
    this.version = this.transitions.get(id) ?? this.version
    this.transitions.delete(id)
  }

  #say(op: Sent['op'], payload: Buffer, transitionId = 0): void {
    this.call.sent.push({ from: this, op, payload, transitionId })
  }
}

/** A call of real clients in memory. Messages of each client arrive in order; time moves only with `settle`. */
export class DaveyCall {
  readonly channelId = 4_200_000_000_000_000_042n
  readonly group: DaveGroup
  readonly members = new Map<Snowflake, DaveyMember>()
  readonly sent: Sent[] = []
  now = 1_000
  /** Number of op 31 that clients sent. */
  complaints = 0

  constructor(encrypts = true) {
    this.group = new DaveGroup({ channelId: this.channelId, encrypts })
  }

  users(): Snowflake[] {
    return [...this.members.keys()]
  }

  join(user: Snowflake, maxVersion = 1): DaveyMember {
    const member = new DaveyMember(user, this)
    this.members.set(user, member)
    const step = this.group.join(user, maxVersion, this.now)
    member.version = step.version
    if (step.version === 1) member.start()
    this.deliver(step)
    return member
  }

  leave(user: Snowflake): void {
    this.members.delete(user)
    for (let at = this.sent.length - 1; at >= 0; at--) if (this.sent[at]?.from.user === user) this.sent.splice(at, 1)
    this.deliver(this.group.leave(user, this.now))
  }

  deliver(step: DaveStep): void {
    for (const message of step.messages) this.members.get(message.to)?.receive(message)
  }

  /** Lets one message of a client arrive, by default the first. Returns what the group refused. */
  arrive(at = 0): string | undefined {
    const from = this.sent[at]?.from
    const first = this.sent.findIndex((sent) => sent.from === from)
    const [next] = this.sent.splice(first, 1)
    if (!next) return undefined
    const { user } = next.from
    const step =
      next.op === 23
        ? this.group.transitionReady(user, next.transitionId, this.now)
        : next.op === 26
          ? this.group.keyPackage(user, next.payload, this.now)
          : next.op === 28
            ? this.group.commitWelcome(user, next.payload, this.now)
            : this.group.invalidCommitWelcome(user, next.transitionId, this.now)
    this.deliver(step)
    return step.refused
  }

  /** Lets time pass until the group is due. */
  wait(): void {
    this.now = Math.max(this.now, this.group.deadline ?? this.now)
    this.deliver(this.group.due(this.now))
  }

  /** Delivers everything and lets time pass until nothing is pending, at most for `forMs`. */
  settle(forMs = 60_000): void {
    const end = this.now + forMs
    for (;;) {
      while (this.sent.length > 0) this.arrive()
      const { deadline } = this.group
      if (deadline === undefined || deadline > end) break
      this.wait()
    }
    this.now = end
  }

  /** Asserts that all members are in one epoch, that nobody else is, and that each opens what another encrypts. */
  assertOneGroup(): void {
    const members = [...this.members.values()]
    if (members.length < 2) return
    const users = members.map(({ user }) => user.toString()).sort()
    for (const { user, session } of members) {
      assert.ok(session?.ready, `${user} has no group`)
      assert.deepEqual([...session.getUserIds()].sort(), users)
      assert.equal(session.voicePrivacyCode, members[0]?.code)
      assert.deepEqual(this.group.media(user).receive, { plain: false, encrypted: true })
    }
    const [speaker, listener] = members
    const opus = Buffer.from('0102030405060708090a', 'hex')
    const frame = speaker?.session?.encryptOpus(opus) ?? opus
    assert.notDeepEqual(frame, opus)
    const opened = listener?.session?.decrypt(`${speaker?.user}`, davey.MediaType.AUDIO, frame)
    assert.deepEqual(opened, opus)
  }
}

/** Returns a generator of repeatable random integers below a bound. */
export function random(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}
