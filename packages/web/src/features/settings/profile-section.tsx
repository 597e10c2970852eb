import { type CurrentUserObject, MEMBER_BIO_MAX, USERNAME_MAX } from '@guildhall/protocol'
import { useClient, useClientState } from '../../gateway/react.tsx'
import { t } from '../../lib/language/text.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { TextArea, TextField } from '../../ui/field.tsx'
import form from '../../ui/form.module.css'
import { type ImageChange, ImageField } from '../../ui/image-field.tsx'
import { SaveBar } from '../../ui/save-bar.tsx'
import { Section } from '../../ui/sections.tsx'
import { useChanges } from '../../ui/use-changes.ts'
import { useSave } from '../../ui/use-save.ts'

/** Name, picture and text that others see. */
export function ProfileSection() {
  const self = useClientState(({ self }) => self)
  return <Section title={t('Profile')}>{self && <ProfileForm self={self} />}</Section>
}

type ProfileValues = Pick<CurrentUserObject, 'username' | 'global_name'> & { bio: string; avatar: ImageChange }

function ProfileForm({ self }: { self: CurrentUserObject }) {
  const client = useClient()
  const saving = useSave()
  const changes = useChanges<ProfileValues>({
    username: self.username,
    global_name: self.global_name,
    bio: self.bio ?? '',
    avatar: undefined,
  })
  const submit = changes.onSubmit(saving, async (changed) =>
    client.apply('USER_UPDATE', await client.api.call('update_my_user', { body: changed })),
  )

  return (
    <form className={form.form} onSubmit={submit}>
      <ImageField
        label={t('Avatar')}
        value={changes.values.avatar}
        onChange={(avatar) => changes.set({ avatar })}
        current={<Avatar user={self} size={80} />}
        removable={self.avatar !== null}
        error={saving.errorOf('avatar')}
      />
      <TextField
        label={t('Display name')}
        {...changes.optional('global_name')}
        maxLength={USERNAME_MAX}
        error={saving.errorOf('global_name')}
      />
      <TextField
        label={t('Username')}
        {...changes.text('username')}
        maxLength={USERNAME_MAX}
        required
        error={saving.errorOf('username')}
      />
      <TextArea
        label={t('About me')}
        {...changes.text('bio')}
        maxLength={MEMBER_BIO_MAX}
        error={saving.errorOf('bio')}
      />
      <SaveBar saving={saving} changes={changes} />
    </form>
  )
}
