import { useClient, useClientState } from '../../gateway/react.tsx'
import { LANGUAGES, languageOf } from '../../lib/language/language.ts'
import { t } from '../../lib/language/text.ts'
import { ErrorText, SelectField } from '../../ui/field.tsx'
import form from '../../ui/form.module.css'
import { Section } from '../../ui/sections.tsx'
import { useSave } from '../../ui/use-save.ts'

/** Language of the person, which the app follows at once. Without a choice it follows the browser. */
export function LanguageSection() {
  const client = useClient()
  const saving = useSave()
  const chosen = useClientState(({ locale }) => (locale === null ? '' : languageOf([locale])))
  const choose = (chosen: string) =>
    saving.run(async () => {
      const locale = LANGUAGES.find(({ tag }) => tag === chosen)?.locale ?? null
      client.apply('USER_SETTINGS_UPDATE', await client.api.call('update_my_settings', { body: { locale } }))
    })
  return (
    <Section title={t('Language')} description={t('Applications also receive this language with what you do.')}>
      <div className={form.form}>
        <SelectField label={t('Language')} value={chosen} onChange={({ target }) => void choose(target.value)}>
          <option value="">{t('Language of the browser')}</option>
          {LANGUAGES.map(({ tag, name }) => (
            <option key={tag} value={tag} lang={tag}>
              {name}
            </option>
          ))}
        </SelectField>
      </div>
      {saving.error && <ErrorText>{saving.error}</ErrorText>}
    </Section>
  )
}
