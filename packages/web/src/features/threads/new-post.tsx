import { CHANNEL_NAME_MAX, ChannelFlag, type ChannelObject, MESSAGE_CONTENT_MAX } from '@guildhall/protocol'
import { type FormEvent, useState } from 'react'
import { type ChosenFile, fileBytesMax, withFiles } from '../../domain/messages/chosen-files.ts'
import { FilesToSend } from '../../domain/messages/files-to-send.tsx'
import { namesIn, toMarkup } from '../../domain/messages/markup.ts'
import { messageRequest } from '../../domain/messages/message-request.ts'
import { useClient, useClientState } from '../../gateway/react.tsx'
import { t } from '../../lib/language/text.ts'
import { Dialog, DialogButtons } from '../../ui/dialog.tsx'
import { ErrorText, TextArea, TextField } from '../../ui/field.tsx'
import { FileInput } from '../../ui/file-input.tsx'
import form from '../../ui/form.module.css'
import { useSave } from '../../ui/use-save.ts'
import { TagChoices } from './tag-choices.tsx'

interface PostProps {
  channel: ChannelObject
  moderates: boolean
  onClose: () => void
  onCreated: (id: string) => void
}

/** A dialog that writes a post in a forum: title, text, files and tags. */
export default function NewPost({ channel, moderates, onClose, onCreated }: PostProps) {
  const client = useClient()
  const saving = useSave()
  const [tags, setTags] = useState<readonly string[]>([])
  const [files, setFiles] = useState<readonly ChosenFile[]>([])
  const [refusal, setRefusal] = useState<string | null>(null)
  const bytesMax = useClientState(({ self, guilds }) => fileBytesMax(self, guilds.get(channel.guild_id ?? '')?.guild))
  const needsTag = ((channel.flags ?? 0) & ChannelFlag.REQUIRE_TAG) !== 0

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    const content = toMarkup(String(data.get('content')).trim(), namesIn(client.state, channel.id))
    if (needsTag && tags.length === 0) return setRefusal(t('A post in this forum needs a tag.'))
    const request = messageRequest({ channelId: channel.id, content, files }, '0')
    const message = { content: request.content ?? '', attachments: request.attachments ?? [] }
    const body = { name: String(data.get('title')), applied_tags: tags, message }
    void saving.run(async () => {
      const thread = await client.api.call('create_thread', {
        params: { channel_id: channel.id },
        body,
        files: files.map(({ file }) => ({ file })),
      })
      client.apply('THREAD_CREATE', thread)
      onClose()
      onCreated(thread.id)
    })
  }

  return (
    <Dialog title={t('New post')} onClose={onClose} width="medium" holdsText>
      <form className={form.form} onSubmit={submit}>
        <TextField label={t('Title')} name="title" required maxLength={CHANNEL_NAME_MAX} autoFocus />
        <TextArea
          label={t('Message')}
          name="content"
          required={files.length === 0}
          maxLength={MESSAGE_CONTENT_MAX}
          rows={5}
        />
        <FileInput
          aria-label={t('Files')}
          multiple
          onChange={({ target }) => {
            const next = withFiles(files, target.files ?? [], bytesMax)
            setFiles(next.files)
            setRefusal(next.refusal)
            target.value = ''
          }}
        />
        <FilesToSend files={files} onChange={setFiles} />
        <TagChoices
          title={needsTag ? t('Tags (required)') : t('Tags')}
          forum={channel}
          moderates={moderates}
          chosen={tags}
          onChange={(next) => {
            setTags(next)
            setRefusal(null)
          }}
        />
        {(refusal ?? saving.error) && <ErrorText>{refusal ?? saving.error}</ErrorText>}
        <DialogButtons action={t('Post')} busy={saving.busy} onCancel={onClose} />
      </form>
    </Dialog>
  )
}
