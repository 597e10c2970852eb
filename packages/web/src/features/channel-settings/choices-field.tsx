import { withValue } from '../../domain/channels/channel-values.ts'
import { SelectField } from '../../ui/field.tsx'

/** A choice of one number by its words. */
export function Choices(props: {
  label: string
  name: string
  value: number
  choices: readonly (readonly [value: number, text: string])[]
  hint?: string
}) {
  const { label, name, value, choices, hint } = props
  return (
    <SelectField label={label} name={name} defaultValue={value} hint={hint}>
      {withValue(choices, value).map(([value, text]) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </SelectField>
  )
}
