import { flag, float } from '../objects/kinds.ts'
import { type FieldsOf, makerOf, Struct, struct } from '../objects/struct.ts'
import { nullOf } from '../objects/wrapper.ts'

const fields = struct({
  vadThreshold: { ...float, initial: -60 },
  automatic: { ...flag, initial: true },
})

/** Sensitivity of voice detection in a call. */
export class VADThresholdSettings extends Struct<FieldsOf<typeof fields>> {
  /** An object that is not valid. It is frozen. */
  static readonly nullobj: VADThresholdSettings = nullOf(VADThresholdSettings)

  /** @throws TypeError always: the library makes the objects */
  constructor(none: never) {
    super(fields, none, 'uncopied')
  }

  /** Returns the level in dBFS above which sound counts as speech, -100 to 0; -60 at first. */
  VadThreshold(): number {
    return fields.get(this, 'vadThreshold')
  }

  /** Sets the level in dBFS above which sound counts as speech, -100 to 0; -60 at first. */
  SetVadThreshold(value: number): void {
    fields.set(this, 'vadThreshold', value)
  }

  /** Returns whether the level is found automatically; true at first. */
  Automatic(): boolean {
    return fields.get(this, 'automatic')
  }

  /** Sets whether the level is found automatically; true at first. */
  SetAutomatic(value: boolean): void {
    fields.set(this, 'automatic', value)
  }
}

/** Makes a VADThresholdSettings with some values; the others have their defaults. */
export const makeVADThresholdSettings = makerOf(VADThresholdSettings, fields)
