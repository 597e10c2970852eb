import { SelectField, TextField } from '../../../ui/field.tsx'
import type { Slot } from './surfaces.ts'
import styles from './widget.module.css'
import { isStatistic, SLOT_KINDS, type SlotKind, type SlotValue } from './widget-form.ts'

/** Id of the list of statistics that the browser offers. */
export const STATISTICS_LIST = 'widget-statistics'

const VALUE_LABELS: Readonly<Record<SlotKind, string>> = {
  none: '',
  custom: 'text',
  text: 'statistic',
  number: 'statistic',
  duration: 'statistic',
  image: 'statistic',
  asset: 'image key',
}

/** The controls of one field of a widget: what it shows, its value and its fallback. */
export function SlotFields(props: {
  slot: Slot
  value: SlotValue | undefined
  error: string | undefined
  onChange: (value: SlotValue) => void
}) {
  const { slot, error, onChange } = props
  const value = props.value ?? { kind: 'none', value: '', fallback: '' }
  const { kind } = value
  return (
    <div className={styles.slot} data-filled={kind !== 'none'}>
      <SelectField
        label={slot.label}
        value={kind}
        onChange={({ target }) => onChange({ ...value, kind: target.value as SlotKind })}
      >
        {SLOT_KINDS[slot.kind].map(([one, text]) => (
          <option key={one} value={one}>
            {text}
          </option>
        ))}
      </SelectField>
      {kind !== 'none' && (
        <TextField
          label={`${slot.label}: ${VALUE_LABELS[kind]}`}
          value={value.value}
          required
          list={isStatistic(kind) ? STATISTICS_LIST : undefined}
          onChange={({ target }) => onChange({ ...value, value: target.value })}
          error={error}
        />
      )}
      {isStatistic(kind) && (
        <TextField
          label={`${slot.label}: fallback`}
          value={value.fallback}
          placeholder={kind === 'image' ? 'image key' : 'text'}
          onChange={({ target }) => onChange({ ...value, fallback: target.value })}
        />
      )}
    </div>
  )
}
