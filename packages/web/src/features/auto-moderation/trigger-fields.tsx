import { AutoModerationTrigger, KeywordPreset } from '@guildhall/protocol'
import { msg, t } from '../../lib/language/text.ts'
import { ErrorText, SwitchField, TextArea, TextField } from '../../ui/field.tsx'
import form from '../../ui/form.module.css'
import type { Saving } from '../../ui/use-save.ts'
import { hasKeywords, type RuleForm } from './rule-form.ts'

interface FieldsProps {
  values: RuleForm
  onChange: (changes: Partial<RuleForm>) => void
  saving: Saving
}

/** Fields of what a rule looks for. */
export function TriggerFields(props: FieldsProps) {
  const { trigger } = props.values
  if (hasKeywords(trigger)) return <KeywordFields {...props} />
  if (trigger === AutoModerationTrigger.KEYWORD_PRESET) return <PresetFields {...props} />
  if (trigger === AutoModerationTrigger.MENTION_SPAM) return <MentionFields {...props} />
  return <p>{t('Messages that look like spam are found by the platform.')}</p>
}

function KeywordFields({ values, onChange, saving }: FieldsProps) {
  const errorOf = (field: string) => saving.errorOf('trigger_metadata', field)
  return (
    <>
      <TextArea
        label={t('Keywords')}
        rows={5}
        value={values.keywords}
        onChange={({ target }) => onChange({ keywords: target.value })}
        hint={t(
          'One a line, or with commas. A * at the beginning or end matches any letters: *cat* finds concatenate.',
        )}
        error={errorOf('keyword_filter')}
      />
      <TextArea
        label={t('Regular expressions')}
        value={values.patterns}
        onChange={({ target }) => onChange({ patterns: target.value })}
        hint={t('One a line, up to 10, in the syntax of Rust')}
        error={errorOf('regex_patterns')}
      />
      <AllowedField values={values} onChange={onChange} saving={saving} />
    </>
  )
}

function AllowedField({ values, onChange, saving }: FieldsProps) {
  return (
    <TextArea
      label={t('Allowed words')}
      value={values.allowed}
      onChange={({ target }) => onChange({ allowed: target.value })}
      hint={t('Words that are never blocked')}
      error={saving.errorOf('trigger_metadata', 'allow_list')}
    />
  )
}

const PRESETS = [
  [KeywordPreset.PROFANITY, msg('Profanity')],
  [KeywordPreset.SEXUAL_CONTENT, msg('Sexual content')],
  [KeywordPreset.SLURS, msg('Slurs')],
] as const

function PresetFields({ values, onChange, saving }: FieldsProps) {
  const error = saving.errorOf('trigger_metadata', 'presets')
  return (
    <>
      <fieldset className={form.choices}>
        <legend className={form.legend}>{t('Word lists')}</legend>
        {PRESETS.map(([preset, name]) => (
          <label key={preset} className={form.choice}>
            <input
              type="checkbox"
              checked={values.presets.includes(preset)}
              onChange={({ target }) => {
                const others = values.presets.filter((one) => one !== preset)
                onChange({ presets: target.checked ? [...others, preset] : others })
              }}
            />
            {t(name)}
          </label>
        ))}
        {error && <ErrorText>{error}</ErrorText>}
      </fieldset>
      <AllowedField values={values} onChange={onChange} saving={saving} />
    </>
  )
}

const MENTIONS_MAX = 50

function MentionFields({ values, onChange, saving }: FieldsProps) {
  return (
    <>
      <TextField
        label={t('Most mentions in a message')}
        type="number"
        min={1}
        max={MENTIONS_MAX}
        required
        value={values.mentions}
        onChange={({ target }) => onChange({ mentions: Number(target.value) })}
        error={saving.errorOf('trigger_metadata', 'mention_total_limit')}
      />
      <SwitchField
        label={t('Detect mention raids')}
        checked={values.raidProtection}
        onChange={({ target }) => onChange({ raidProtection: target.checked })}
      />
    </>
  )
}
