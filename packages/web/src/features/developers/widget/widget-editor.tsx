import type { BodyOf } from '@guildhall/client'
import { WIDGET_DISPLAY_NAME_MAX, type WidgetConfigObject } from '@guildhall/protocol'
import { type FormEvent, useState } from 'react'
import { useClient } from '../../../gateway/react.tsx'
import { t } from '../../../lib/language/text.ts'
import { Button } from '../../../ui/button.tsx'
import { ErrorText, StatusText, TextField } from '../../../ui/field.tsx'
import form from '../../../ui/form.module.css'
import { WithPreview } from '../../../ui/preview.tsx'
import { Section } from '../../../ui/sections.tsx'
import { type Saving, useSave } from '../../../ui/use-save.ts'
import type { SectionProps } from '../section-props.ts'
import { SlotFields, STATISTICS_LIST } from './slot-fields.tsx'
import { type Slot, STATISTICS, SURFACE_FORMS } from './surfaces.ts'
import styles from './widget.module.css'
import { formOf, sampleOf, slotKey, statisticsOf, surfacesOf, type WidgetForm } from './widget-form.ts'
import { WidgetPreview } from './widget-preview.tsx'

export interface WidgetEditorProps extends SectionProps {
  config: WidgetConfigObject
  onSaved: () => void
}

/** Edits one widget, with a preview that follows each key. */
export function WidgetEditor({ application, config, onSaved }: WidgetEditorProps) {
  const client = useClient()
  const saving = useSave()
  const [name, setName] = useState(config.display_name)
  const [fields, setFields] = useState<WidgetForm>(() => formOf(config.surfaces))
  const [samples, setSamples] = useState<Readonly<Record<string, string>>>({})
  const [done, setDone] = useState(t('Saved.'))
  const published = config.status === 'published'

  function run(text: string, next?: 'publish' | 'unpublish') {
    setDone(text)
    void saving
      .run(async () => {
        const params = { application_id: application.id, config_id: config.id }
        const surfaces = surfacesOf(fields, config.surfaces) as Required<BodyOf<'update_widget_config'>>['surfaces']
        await client.api.call('update_widget_config', { params, body: { display_name: name.trim(), surfaces } })
        if (next) await client.api.call(`${next}_widget_config`, { params })
      })
      .then((succeeded) => succeeded && onSaved())
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    run(published ? t('Saved. Players see the change at once.') : t('Saved as a draft.'))
  }

  return (
    <WithPreview
      preview={
        <>
          <WidgetPreview application={application} name={name} form={fields} samples={samples} />
          <Samples form={fields} samples={samples} onChange={setSamples} />
        </>
      }
    >
      <Section
        title={t('Edit {display_name}', { display_name: config.display_name })}
        description={published ? t('Published') : t('Draft')}
      >
        <form className={form.form} onSubmit={submit}>
          <datalist id={STATISTICS_LIST}>
            {STATISTICS.map((key) => (
              <option key={key} value={key} />
            ))}
          </datalist>
          <TextField
            label={t('Name')}
            value={name}
            required
            maxLength={WIDGET_DISPLAY_NAME_MAX}
            onChange={({ target }) => setName(target.value)}
            error={saving.errorOf('display_name')}
          />
          {SURFACE_FORMS.map(({ name, title, hint, slots }) => (
            <fieldset key={name} className={form.group}>
              <legend className={form.legend}>{t(title)}</legend>
              <p className={styles.hint}>{t(hint)}</p>
              <div className={styles.slots}>
                {slots.map((slot) => (
                  <SlotFields
                    key={slotKey(name, slot)}
                    slot={slot}
                    value={fields[slotKey(name, slot)]}
                    error={slotFault(saving, name, slot)}
                    onChange={(value) => setFields({ ...fields, [slotKey(name, slot)]: value })}
                  />
                ))}
              </div>
            </fieldset>
          ))}
          <div className={form.inline}>
            <Button type="submit" look="primary" busy={saving.busy}>
              {t('Save')}
            </Button>
            {published ? (
              <Button
                busy={saving.busy}
                onClick={() => run(t('Saved, and no longer visible to players.'), 'unpublish')}
              >
                {t('Unpublish')}
              </Button>
            ) : (
              <Button
                busy={saving.busy}
                onClick={() => run(t('Published. Players can add it to their profile.'), 'publish')}
              >
                {t('Publish')}
              </Button>
            )}
          </div>
          {saving.saved && <StatusText>{done}</StatusText>}
          {saving.error && (
            <ErrorText>{faulty(saving) ? t('Some fields cannot be saved. See above.') : saving.error}</ErrorText>
          )}
        </form>
      </Section>
    </WithPreview>
  )
}

function slotFault({ errorOf }: Saving, surface: string, { component, field }: Slot): string | undefined {
  return errorOf('surfaces', surface, 'components', component, 'fields', field)
}

const faulty = (saving: Saving) =>
  SURFACE_FORMS.some(({ name, slots }) => slots.some((slot) => slotFault(saving, name, slot)))

/** Sample statistics of the preview. */
function Samples(props: {
  form: WidgetForm
  samples: Readonly<Record<string, string>>
  onChange: (samples: Readonly<Record<string, string>>) => void
}) {
  const { form: fields, samples, onChange } = props
  const statistics = statisticsOf(fields)
  if (statistics.length === 0) return null
  return (
    <fieldset className={form.group}>
      <legend className={form.legend}>{t('Sample statistics')}</legend>
      {statistics.map(({ key, kind }) => (
        <TextField
          key={key}
          label={kind === 'duration' ? t('{key} (milliseconds)', { key }) : key}
          value={samples[key] ?? sampleOf(key, kind)}
          onChange={({ target }) => onChange({ ...samples, [key]: target.value })}
        />
      ))}
      <p className={styles.hint}>{t('An empty one shows the fallback.')}</p>
    </fieldset>
  )
}
