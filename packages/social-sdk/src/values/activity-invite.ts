import { ActivityActionTypes } from '../enums/index.ts'
import { enumeration, flag, text, uint64 } from '../objects/kinds.ts'
import { type FieldsOf, Struct, struct } from '../objects/struct.ts'
import { nullOf } from '../objects/wrapper.ts'

const fields = struct(
  {
    senderId: uint64,
    channelId: uint64,
    messageId: uint64,
    type: enumeration<ActivityActionTypes>(ActivityActionTypes.Invalid),
    applicationId: uint64,
    parentApplicationId: uint64,
    partyId: text,
    sessionId: text,
    isValid: flag,
  },
  'ActivityInvite',
)

/** An invite to join a game, or a request to be invited, that a player received in a message. */
export class ActivityInvite extends Struct<FieldsOf<typeof fields>> {
  /** An object that is not valid. It is frozen. */
  static readonly nullobj: ActivityInvite = nullOf(ActivityInvite)

  /** @param other object that is copied */
  constructor(other?: ActivityInvite) {
    super(fields, other)
  }

  /** Returns the id of the user who sent the invite. */
  SenderId(): bigint {
    return fields.get(this, 'senderId')
  }

  /** Sets the id of the user who sent the invite. */
  SetSenderId(value: bigint): void {
    fields.set(this, 'senderId', value)
  }

  /** Returns the id of the direct message channel with the invite. */
  ChannelId(): bigint {
    return fields.get(this, 'channelId')
  }

  /** Sets the id of the direct message channel with the invite. */
  SetChannelId(value: bigint): void {
    fields.set(this, 'channelId', value)
  }

  /** Returns the id of the message that carries the invite. */
  MessageId(): bigint {
    return fields.get(this, 'messageId')
  }

  /** Sets the id of the message that carries the invite. */
  SetMessageId(value: bigint): void {
    fields.set(this, 'messageId', value)
  }

  /** Returns the kind of the invite: to join, or a request to be invited. */
  Type(): ActivityActionTypes {
    return fields.get(this, 'type')
  }

  /** Sets the kind of the invite: to join, or a request to be invited. */
  SetType(value: ActivityActionTypes): void {
    fields.set(this, 'type', value)
  }

  /** Returns the id of the game that the invite is for. */
  ApplicationId(): bigint {
    return fields.get(this, 'applicationId')
  }

  /** Sets the id of the game that the invite is for. */
  SetApplicationId(value: bigint): void {
    fields.set(this, 'applicationId', value)
  }

  /** Returns the id of the game's publisher application. It is 0n for games without one. */
  ParentApplicationId(): bigint {
    return fields.get(this, 'parentApplicationId')
  }

  /** Sets the id of the game's publisher application. It is 0n for games without one. */
  SetParentApplicationId(value: bigint): void {
    fields.set(this, 'parentApplicationId', value)
  }

  /** Returns the id of the party that the invite is for. */
  PartyId(): string {
    return fields.get(this, 'partyId')
  }

  /** Sets the id of the party that the invite is for. */
  SetPartyId(value: string): void {
    fields.set(this, 'partyId', value)
  }

  /** Returns the id of the gateway session of the sender. */
  SessionId(): string {
    return fields.get(this, 'sessionId')
  }

  /** Sets the id of the gateway session of the sender. */
  SetSessionId(value: string): void {
    fields.set(this, 'sessionId', value)
  }

  /** Returns the validity of the invite. It is false after 6 hours, and while the sender does not play. */
  IsValid(): boolean {
    return fields.get(this, 'isValid')
  }

  /** Sets the validity of the invite. It is false after 6 hours, and while the sender does not play. */
  SetIsValid(value: boolean): void {
    fields.set(this, 'isValid', value)
  }
}
