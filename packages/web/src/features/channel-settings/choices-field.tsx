import type { ComponentProps } from 'react'
import { withValue } from '../../domain/channels/channel-values.ts'
import type { Message } from '../../lib/language/text.ts'
import { SelectField } from '../../ui/field.tsx'

/** A choice of one number by its words. */
export function Choices(
  props: ComponentProps<typeof SelectField> & { choices: readonly (readonly [value: number, text: Message])[] },
) {
  const { choices, ...field } = props
  return (
    <SelectField {...field}>
      {withValue(choices, Number(field.value)).map(([value, text]) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </SelectField>
  )
}
