import { Field } from '../../ui/field.tsx'

/** A labelled slider from 0 to a maximum. */
export function Slider(props: { label: string; max: number; value: number; onChange: (value: number) => void }) {
  const { label, max, value, onChange } = props
  return (
    <Field label={label}>
      {(attributes) => (
        <input
          {...attributes}
          type="range"
          min={0}
          max={max}
          value={value}
          onChange={({ target }) => onChange(Number(target.value))}
        />
      )}
    </Field>
  )
}
