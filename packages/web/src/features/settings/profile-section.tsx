import type { CurrentUserObject } from '@guildhall/protocol'
import { type FormEvent, useState } from 'react'
import { useClient, useClientState } from '../../gateway/react.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { TextArea, TextField } from '../../ui/field.tsx'
import form from '../../ui/form.module.css'
import { ImageField } from '../../ui/image-field.tsx'
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
      <ImageField
        label="Avatar"
        value={avatar}
        onChange={setAvatar}
        current={<Avatar user={self} size={80} />}
        removable={self.avatar !== null}
        error={saving.errorOf('avatar')}
      />
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
