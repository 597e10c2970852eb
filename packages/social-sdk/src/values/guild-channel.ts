import { ChannelType } from '../enums/index.ts'
import { enumeration, flag, int32, optional, text, uint64 } from '../objects/kinds.ts'
import { type FieldsOf, makerOf, objectOf, Struct, struct } from '../objects/struct.ts'
import { nullOf } from '../objects/wrapper.ts'
import { LinkedLobby } from './linked-lobby.ts'

const fields = struct({
  id: uint64,
  name: text,
  type: enumeration<ChannelType>(ChannelType.GuildText),
  position: int32,
  parentId: optional(uint64),
  isLinkable: flag,
  isViewableAndWriteableByAllMembers: flag,
  linkedLobby: optional(objectOf(LinkedLobby)),
})

/** A channel of a guild, with what a game needs to offer it for a link with a lobby. */
export class GuildChannel extends Struct<FieldsOf<typeof fields>> {
  /** An object that is not valid. It is frozen. */
  static readonly nullobj: GuildChannel = nullOf(GuildChannel)

  /** Copies an object; the library makes new ones. */
  constructor(other: GuildChannel) {
    super(fields, other, 'none')
  }

  /** Returns the id of the channel. */
  Id(): bigint {
    return fields.get(this, 'id')
  }

  /** Sets the id of the channel. */
  SetId(value: bigint): void {
    fields.set(this, 'id', value)
  }

  /** Returns the name of the channel. */
  Name(): string {
    return fields.get(this, 'name')
  }

  /** Sets the name of the channel. */
  SetName(value: string): void {
    fields.set(this, 'name', value)
  }

  /** Returns the type of the channel. Since 1.6. */
  Type(): ChannelType {
    return fields.get(this, 'type')
  }

  /** Sets the type of the channel. Since 1.6. */
  SetType(value: ChannelType): void {
    fields.set(this, 'type', value)
  }

  /** Returns the position of the channel in its guild. Since 1.6. */
  Position(): number {
    return fields.get(this, 'position')
  }

  /** Sets the position of the channel in its guild. Since 1.6. */
  SetPosition(value: number): void {
    fields.set(this, 'position', value)
  }

  /** Returns the id of the category of the channel. Since 1.6. */
  ParentId(): bigint | null {
    return fields.get(this, 'parentId')
  }

  /** Sets the id of the category of the channel. Since 1.6. */
  SetParentId(value: bigint | null | undefined): void {
    fields.set(this, 'parentId', value)
  }

  /**
   * Returns whether the user can link the channel with a lobby. It is a text channel without age restriction
   * or link, in which the user may manage, read and send.
   */
  IsLinkable(): boolean {
    return fields.get(this, 'isLinkable')
  }

  /** Sets whether the user can link the channel with a lobby. */
  SetIsLinkable(value: boolean): void {
    fields.set(this, 'isLinkable', value)
  }

  /**
   * Returns whether all members of the guild can read and send in the channel. The game warns before it links
   * another one.
   */
  IsViewableAndWriteableByAllMembers(): boolean {
    return fields.get(this, 'isViewableAndWriteableByAllMembers')
  }

  /** Sets whether all members of the guild can read and send in the channel. */
  SetIsViewableAndWriteableByAllMembers(value: boolean): void {
    fields.set(this, 'isViewableAndWriteableByAllMembers', value)
  }

  /** Returns the lobby that the channel is linked with. */
  LinkedLobby(): LinkedLobby | null {
    return fields.get(this, 'linkedLobby')
  }

  /** Sets the lobby that the channel is linked with. */
  SetLinkedLobby(value: LinkedLobby | null | undefined): void {
    fields.set(this, 'linkedLobby', value)
  }
}

/** Makes a GuildChannel with some values; the others have their defaults. */
export const makeGuildChannel = makerOf(GuildChannel, fields)
