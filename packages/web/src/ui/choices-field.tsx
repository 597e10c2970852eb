import type { ReactNode } from 'react'
import { t } from '../lib/language/text.ts'
import { ChoiceBox } from './choice-box.tsx'
import type { Choice } from './choices.ts'
import { Field } from './field.tsx'

/** A labelled choice of several things by their ids, such as roles or channels. */
export function ChoicesField(props: {
  label: string
  choices: readonly Choice[]
  chosen: readonly string[]
  max: number
  onChange: (ids: readonly string[]) => void
  placeholder?: string
  hint?: ReactNode
  error?: string | undefined
}) {
  const { label, choices, chosen, max, onChange, placeholder = t('None'), hint, error } = props
  // A chosen thing that is not listed, such as a hidden channel, stays chosen.
  const shown = chosen.map((id) => choices.find(({ value }) => value === id) ?? { value: id, label: t('unknown') })
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <ChoiceBox
          id={control.id}
          listLabel={label}
          placeholder={placeholder}
          choices={choices}
          chosen={shown}
          min={0}
          // With one choice, a list would close at once and could not be emptied.
          max={Math.max(max, 2)}
          invalid={control['aria-invalid']}
          describedBy={control['aria-describedby']}
          onChange={(next) => onChange(next.map(({ value }) => value))}
        />
      )}
    </Field>
  )
}
