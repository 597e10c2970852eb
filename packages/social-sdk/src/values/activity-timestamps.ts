import { uint64 } from '../objects/kinds.ts'
import { type FieldsOf, Struct, struct } from '../objects/struct.ts'
import { nullOf } from '../objects/wrapper.ts'

const fields = struct({
  start: uint64,
  end: uint64,
})

/** Times between which an activity takes place. */
export class ActivityTimestamps extends Struct<FieldsOf<typeof fields>> {
  /** An object that is not valid. It is frozen. */
  static readonly nullobj: ActivityTimestamps = nullOf(ActivityTimestamps)

  /** @param other object that is copied */
  constructor(other?: ActivityTimestamps) {
    super(fields, other)
  }

  /** Returns the start in milliseconds of Unix time. Clients count up from it. 0n is unset. */
  Start(): bigint {
    return fields.get(this, 'start')
  }

  /** Sets the start in milliseconds of Unix time. Clients count up from it. 0n is unset. */
  SetStart(value: bigint): void {
    fields.set(this, 'start', value)
  }

  /** Returns the end in milliseconds of Unix time. Clients count down to it. 0n is unset. */
  End(): bigint {
    return fields.get(this, 'end')
  }

  /** Sets the end in milliseconds of Unix time. Clients count down to it. 0n is unset. */
  SetEnd(value: bigint): void {
    fields.set(this, 'end', value)
  }
}
