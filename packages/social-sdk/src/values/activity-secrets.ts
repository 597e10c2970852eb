import { text } from '../objects/kinds.ts'
import { type FieldsOf, Struct, struct } from '../objects/struct.ts'
import { nullOf } from '../objects/wrapper.ts'

const fields = struct({
  join: text,
})

/** Secrets by which others enter the game of a player. */
export class ActivitySecrets extends Struct<FieldsOf<typeof fields>> {
  /** An object that is not valid. It is frozen. */
  static readonly nullobj: ActivitySecrets = nullOf(ActivitySecrets)

  /** @param other object that is copied */
  constructor(other?: ActivitySecrets) {
    super(fields, other)
  }

  /** Returns the secret that an accepted invite gives to the invited player, 2 to 128 characters. */
  Join(): string {
    return fields.get(this, 'join')
  }

  /** Sets the secret that an accepted invite gives to the invited player, 2 to 128 characters. */
  SetJoin(value: string): void {
    fields.set(this, 'join', value)
  }
}
