import { ErrorText, StatusText, SwitchField } from '../../ui/field.tsx'
import { Section } from '../../ui/sections.tsx'
import { useSave } from '../../ui/use-save.ts'
import { useEditApplication } from './queries.ts'
import type { SectionProps } from './section-props.ts'

/** Terms of the social SDK and what belongs to games. */
export function GamesSection({ application }: SectionProps) {
  const edit = useEditApplication(application.id)
  const saving = useSave()
  const accepted = application.social_sdk_terms_accepted ?? false
  return (
    <Section title="Games" description="Friends, messages, lobbies and activities of players.">
      <SwitchField
        label="Accept the terms of the social SDK"
        hint="The scope relationships.read needs them. Accepted terms stay accepted."
        checked={accepted}
        disabled={accepted || saving.busy}
        onChange={() => void saving.run(() => edit({ social_sdk_terms_accepted: true }))}
      />
      {saving.saved && <StatusText>Saved.</StatusText>}
      {saving.error && <ErrorText>{saving.error}</ErrorText>}
    </Section>
  )
}
