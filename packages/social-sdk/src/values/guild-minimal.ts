import { text, uint64 } from '../objects/kinds.ts'
import { type FieldsOf, makerOf, Struct, struct } from '../objects/struct.ts'
import { nullOf } from '../objects/wrapper.ts'

const fields = struct({
  id: uint64,
  name: text,
})

/** A guild of the user. */
export class GuildMinimal extends Struct<FieldsOf<typeof fields>> {
  /** An object that is not valid. It is frozen. */
  static readonly nullobj: GuildMinimal = nullOf(GuildMinimal)

  /** Copies an object; the library makes new ones. */
  constructor(other: GuildMinimal) {
    super(fields, other, 'none')
  }

  /** Returns the id of the guild. */
  Id(): bigint {
    return fields.get(this, 'id')
  }

  /** Sets the id of the guild. */
  SetId(value: bigint): void {
    fields.set(this, 'id', value)
  }

  /** Returns the name of the guild. */
  Name(): string {
    return fields.get(this, 'name')
  }

  /** Sets the name of the guild. */
  SetName(value: string): void {
    fields.set(this, 'name', value)
  }
}

/** Makes a GuildMinimal with some values; the others have their defaults. */
export const makeGuildMinimal = makerOf(GuildMinimal, fields)
