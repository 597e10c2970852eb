import { text, uint64 } from '../objects/kinds.ts'
import { type FieldsOf, makerOf, Struct, struct } from '../objects/struct.ts'
import { nullOf } from '../objects/wrapper.ts'

const fields = struct({
  id: uint64,
  name: text,
  guildId: uint64,
})

/** The channel of a guild that a lobby is linked to. */
export class LinkedChannel extends Struct<FieldsOf<typeof fields>> {
  /** An object that is not valid. It is frozen. */
  static readonly nullobj: LinkedChannel = nullOf(LinkedChannel)

  /** Copies an object; the library makes new ones. */
  constructor(other: LinkedChannel) {
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

  /** Returns the id of the guild of the channel. */
  GuildId(): bigint {
    return fields.get(this, 'guildId')
  }

  /** Sets the id of the guild of the channel. */
  SetGuildId(value: bigint): void {
    fields.set(this, 'guildId', value)
  }
}

/** Makes a LinkedChannel with some values; the others have their defaults. */
export const makeLinkedChannel = makerOf(LinkedChannel, fields)
