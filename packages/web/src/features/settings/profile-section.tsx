import type { CurrentUserObject } from '@guildhall/protocol'
import { type FormEvent, useState } from 'react'
import { useClient, useClientState } from '../../gateway/react.tsx'
import { dataUrlOf } from '../../lib/files.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { Field, TextArea, TextField } from '../../ui/field.tsx'
import form from '../../ui/form.module.css'
import { SaveBar } from '../../ui/save-bar.tsx'
import { Section } from '../../ui/sections.tsx'
import { useSave } from '../../ui/use-save.ts'

/** Name, picture and text that others see. */
export function ProfileSection() {
  const self = useClientState(({ self }) => self)
  return <Section title="Profile">{self && <ProfileForm self={self} />}</Section>
}

function ProfileForm({ self }: { self: CurrentUserObject }) {
  const client = useClient()
  const saving = useSave()
  const [avatar, setAvatar] = useState<string | null | undefined>(undefined)

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    void saving.run(async () => {
      await client.api.patch('/users/@me', {
        username: String(data.get('username')),
        global_name: String(data.get('global_name')) || null,
        bio: String(data.get('bio')),
        ...(avatar === undefined ? {} : { avatar }),
      })
      setAvatar(undefined)
    })
  }

  return (
    <form className={form.form} onSubmit={submit}>
      {avatar ? <img src={avatar} alt="" width={80} height={80} /> : <Avatar user={self} size={80} />}
      <Field label="Avatar" error={saving.errorOf('avatar')} hint="PNG, JPEG, GIF or WebP">
        {(control) => (
          <input
            {...control}
            type="file"
            accept="image/png,image/jpeg,image/gif,image/webp"
            onChange={async ({ target }) => {
              const file = target.files?.[0]
              if (file) setAvatar(await dataUrlOf(file))
            }}
          />
        )}
      </Field>
      {self.avatar && avatar !== null && <Button onClick={() => setAvatar(null)}>Remove avatar</Button>}
      <TextField
        label="Display name"
        name="global_name"
        defaultValue={self.global_name ?? ''}
        maxLength={32}
        error={saving.errorOf('global_name')}
      />
      <TextField
        label="Username"
        name="username"
        defaultValue={self.username}
        maxLength={32}
        required
        error={saving.errorOf('username')}
      />
      <TextArea
        label="About me"
        name="bio"
        defaultValue={self.bio ?? ''}
        maxLength={190}
        error={saving.errorOf('bio')}
      />
      <SaveBar saving={saving} />
    </form>
  )
}
