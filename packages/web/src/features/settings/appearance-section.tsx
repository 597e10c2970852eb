import { useState } from 'react'
import { chooseTheme, chosenTheme, type Theme } from '../../session/theme.ts'
import form from '../../ui/form.module.css'
import { Section } from '../../ui/sections.tsx'

const THEMES: readonly { theme: Theme; name: string }[] = [
  { theme: 'system', name: 'Like the device' },
  { theme: 'light', name: 'Light' },
  { theme: 'dark', name: 'Dark' },
]

/** Theme of the app on this device. */
export function AppearanceSection() {
  const [chosen, setChosen] = useState(chosenTheme)
  return (
    <Section title="Appearance" description="This choice is kept on this device.">
      <fieldset className={form.choices}>
        <legend className={form.legend}>Theme</legend>
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
            {name}
          </label>
        ))}
      </fieldset>
    </Section>
  )
}
