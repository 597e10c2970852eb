import type { VanityUrlObject } from '@guildhall/protocol'
import { useQuery } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { messageOf } from '../../api/client.ts'
import type { SectionProps } from '../../domain/guilds/section.ts'
import { useClient, useClientState } from '../../gateway/react.tsx'
import { ErrorText, TextField } from '../../ui/field.tsx'
import form from '../../ui/form.module.css'
import { SaveBar } from '../../ui/save-bar.tsx'
import { Section } from '../../ui/sections.tsx'
import { useSave } from '../../ui/use-save.ts'

/** The invite address that a guild has chosen. */
export function VanitySection({ guildId }: SectionProps) {
  const may = useClientState(({ guilds }) => guilds.get(guildId)?.guild.features.includes('VANITY_URL') ?? false)
  return (
    <Section title="Vanity URL" description="An invite with a name of your choice, which does not expire.">
      {may ? (
        <VanityForm guildId={guildId} />
      ) : (
        <p>The guild needs the feature VANITY_URL, which the platform gives.</p>
      )}
    </Section>
  )
}

function VanityForm({ guildId }: { guildId: string }) {
  const client = useClient()
  const saving = useSave()
  const path = `/guilds/${guildId}/vanity-url`
  const { data, error, refetch } = useQuery({
    queryKey: ['vanity-url', guildId],
    queryFn: () => client.api.get<VanityUrlObject>(path),
    staleTime: 0,
  })
  if (error) return <ErrorText>{messageOf(error)}</ErrorText>
  if (!data) return null

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const code = String(new FormData(event.currentTarget).get('code')).trim() || null
    void saving.run(async () => {
      await client.api.patch(path, { code })
      await refetch()
    })
  }

  return (
    <form className={form.form} onSubmit={submit}>
      <TextField
        key={data.code}
        label="Code"
        name="code"
        defaultValue={data.code ?? ''}
        minLength={2}
        maxLength={32}
        pattern="[A-Za-z0-9\-]+"
        hint={`${location.origin}/invite/… Letters, digits and hyphens; empty for none. ${data.uses} uses.`}
        error={saving.errorOf('code')}
      />
      <SaveBar saving={saving} />
    </form>
  )
}
