import { checked, flag, text } from '../objects/kinds.ts'
import { type FieldsOf, makerOf, objectOf, Struct, struct } from '../objects/struct.ts'
import { nullOf } from '../objects/wrapper.ts'

const fields = struct({
  id: text,
  name: text,
  isDefault: flag,
})

/** A microphone or a loudspeaker. */
export class AudioDevice extends Struct<FieldsOf<typeof fields>> {
  /** An object that is not valid. It is frozen. */
  static readonly nullobj: AudioDevice = nullOf(AudioDevice)

  /** Copies an object; the library makes new ones. */
  constructor(other: AudioDevice) {
    super(fields, other, 'none')
  }

  /** Returns the id of the device. */
  Id(): string {
    return fields.get(this, 'id')
  }

  /** Sets the id of the device. */
  SetId(value: string): void {
    fields.set(this, 'id', value)
  }

  /** Returns the name of the device for people. */
  Name(): string {
    return fields.get(this, 'name')
  }

  /** Sets the name of the device for people. */
  SetName(value: string): void {
    fields.set(this, 'name', value)
  }

  /** Returns whether the device is the system's default. */
  IsDefault(): boolean {
    return fields.get(this, 'isDefault')
  }

  /** Sets whether the device is the system's default. */
  SetIsDefault(value: boolean): void {
    fields.set(this, 'isDefault', value)
  }

  /** Returns whether another device has the same id. */
  Equals(rhs: AudioDevice): boolean {
    return this.Id() === checked(objectOf(AudioDevice), rhs, 'AudioDevice.Equals: rhs').Id()
  }
}

/** Makes a AudioDevice with some values; the others have their defaults. */
export const makeAudioDevice = makerOf(AudioDevice, fields)
