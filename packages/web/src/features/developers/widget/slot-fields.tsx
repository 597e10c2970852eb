import { type Message, msg, t } from '../../../lib/language/text.ts'
import { SelectField, TextField } from '../../../ui/field.tsx'
import { type Slot, slotLabel } from './surfaces.ts'
import styles from './widget.module.css'
import { isStatistic, SLOT_KINDS, type SlotKind, type SlotValue } from './widget-form.ts'

/** Id of the list of statistics that the browser offers. */
export const STATISTICS_LIST = 'widget-statistics'

const VALUE_LABELS: Readonly<Record<Exclude<SlotKind, 'none'>, Message>> = {
  custom: msg('{label}: text'),
  text: msg('{label}: statistic'),
  number: msg('{label}: statistic'),
  duration: msg('{label}: statistic'),
  image: msg('{label}: statistic'),
  asset: msg('{label}: image key'),
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
  const label = slotLabel(slot)
  return (
    <div className={styles.slot} data-filled={kind !== 'none'}>
      <SelectField
        label={label}
        value={kind}
        onChange={({ target }) => onChange({ ...value, kind: target.value as SlotKind })}
      >
        {SLOT_KINDS[slot.kind].map(([one, text]) => (
          <option key={one} value={one}>
            {t(text)}
          </option>
        ))}
      </SelectField>
      {kind !== 'none' && (
        <TextField
          label={t(VALUE_LABELS[kind], { label })}
          value={value.value}
          required
          list={isStatistic(kind) ? STATISTICS_LIST : undefined}
          onChange={({ target }) => onChange({ ...value, value: target.value })}
          error={error}
        />
      )}
      {isStatistic(kind) && (
        <TextField
          label={t('{label}: fallback', { label })}
          value={value.fallback}
          placeholder={kind === 'image' ? t('image key') : t('text')}
          onChange={({ target }) => onChange({ ...value, fallback: target.value })}
        />
      )}
    </div>
  )
}
