import { text } from '../objects/kinds.ts'
import { type FieldsOf, Struct, struct } from '../objects/struct.ts'
import { nullOf } from '../objects/wrapper.ts'

const fields = struct({
  label: text,
  url: text,
})

/** A button below an activity. */
export class ActivityButton extends Struct<FieldsOf<typeof fields>> {
  /** An object that is not valid. It is frozen. */
  static readonly nullobj: ActivityButton = nullOf(ActivityButton)

  /** @param other object that is copied */
  constructor(other?: ActivityButton) {
    super(fields, other)
  }

  /** Returns the text of the button. */
  Label(): string {
    return fields.get(this, 'label')
  }

  /** Sets the text of the button. */
  SetLabel(value: string): void {
    fields.set(this, 'label', value)
  }

  /** Returns the address that the button opens. */
  Url(): string {
    return fields.get(this, 'url')
  }

  /** Sets the address that the button opens. */
  SetUrl(value: string): void {
    fields.set(this, 'url', value)
  }
}
