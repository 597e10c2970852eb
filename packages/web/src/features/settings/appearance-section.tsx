import { useState } from 'react'
import { type Message, msg, t } from '../../lib/language/text.ts'
import { chooseTheme, chosenTheme, type Theme } from '../../session/theme.ts'
import form from '../../ui/form.module.css'
import { Section } from '../../ui/sections.tsx'

const THEMES: readonly { theme: Theme; name: Message }[] = [
  { theme: 'system', name: msg('Like the device') },
  { theme: 'light', name: msg('Light') },
  { theme: 'dark', name: msg('Dark') },
]

/** Theme of the app on this device. */
export function AppearanceSection() {
  const [chosen, setChosen] = useState(chosenTheme)
  return (
    <Section title={t('Appearance')} description={t('This choice is kept on this device.')}>
      <fieldset className={form.choices}>
        <legend className={form.legend}>{t('Theme')}</legend>
        {THEMES.map(({ theme, name }) => (
          <label key={theme} className={form.choice}>
            <input
              type="radio"
              name="theme"
              checked={chosen === theme}
              onChange={() => {
                chooseTheme(theme)
                setChosen(theme)
              }}
            />
            {t(name)}
          </label>
        ))}
      </fieldset>
    </Section>
  )
}
