import { ActivityPartyPrivacy } from '../enums/index.ts'
import { enumeration, int32, text } from '../objects/kinds.ts'
import { type FieldsOf, Struct, struct } from '../objects/struct.ts'
import { nullOf } from '../objects/wrapper.ts'

const fields = struct({
  id: text,
  currentSize: { ...int32, initial: 1 },
  maxSize: int32,
  privacy: enumeration<ActivityPartyPrivacy>(ActivityPartyPrivacy.Private),
})

/** The party that a player is in. */
export class ActivityParty extends Struct<FieldsOf<typeof fields>> {
  /** An object that is not valid. It is frozen. */
  static readonly nullobj: ActivityParty = nullOf(ActivityParty)

  /** @param other object that is copied */
  constructor(other?: ActivityParty) {
    super(fields, other)
  }

  /** Returns the id of the party, 2 to 128 characters. */
  Id(): string {
    return fields.get(this, 'id')
  }

  /** Sets the id of the party, 2 to 128 characters. */
  SetId(value: string): void {
    fields.set(this, 'id', value)
  }

  /** Returns the number of players in the party, at least 1. */
  CurrentSize(): number {
    return fields.get(this, 'currentSize')
  }

  /** Sets the number of players in the party, at least 1. */
  SetCurrentSize(value: number): void {
    fields.set(this, 'currentSize', value)
  }

  /** Returns the number of players that the party has room for. 0 hides the size. */
  MaxSize(): number {
    return fields.get(this, 'maxSize')
  }

  /** Sets the number of players that the party has room for. 0 hides the size. */
  SetMaxSize(value: number): void {
    fields.set(this, 'maxSize', value)
  }

  /** Returns the privacy of the party. Activities of other users always show Private. */
  Privacy(): ActivityPartyPrivacy {
    return fields.get(this, 'privacy')
  }

  /** Sets the privacy of the party. Activities of other users always show Private. */
  SetPrivacy(value: ActivityPartyPrivacy): void {
    fields.set(this, 'privacy', value)
  }
}
