import type { ChannelObject } from '@guildhall/protocol'
import { Permission } from '@guildhall/protocol'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useClient, useShallowState } from '../../gateway/react.tsx'
import { isThread } from '../../gateway/selectors.ts'
import { compareIds } from '../../lib/ids.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { TextArea, TextField } from '../../ui/field.tsx'
import form from '../../ui/form.module.css'
import { Row, Rows } from '../../ui/sections.tsx'
import { useSave } from '../../ui/use-save.ts'
import styles from './forum.module.css'

/** The posts of a forum, the one with the newest message first. */
export function Forum({ channel, permissions }: { channel: ChannelObject; permissions: bigint }) {
  const navigate = useNavigate()
  const [writing, setWriting] = useState(false)
  const posts = useShallowState(({ channels }) =>
    [...channels.values()]
      .filter((thread) => thread.parent_id === channel.id && isThread(thread))
      .sort((one, other) => compareIds(other.last_message_id ?? other.id, one.last_message_id ?? one.id)),
  )
  const open = (threadId: string) =>
    void navigate({
      to: '/channels/$guildId/$channelId',
      params: { guildId: channel.guild_id ?? '', channelId: threadId },
    })
  return (
    <div className={styles.forum}>
      {(permissions & Permission.SEND_MESSAGES) !== 0n && (
        <div>
          <Button look="primary" onClick={() => setWriting(true)}>
            New post
          </Button>
        </div>
      )}
      {posts.length === 0 && <p className={styles.empty}>No posts yet.</p>}
      {posts.length > 0 && (
        <Rows>
          {posts.map((thread) => (
            <Row key={thread.id} title={thread.name} detail={`${thread.message_count ?? 0} messages`}>
              <Button size="small" aria-label={`Open ${thread.name}`} onClick={() => open(thread.id)}>
                Open
              </Button>
            </Row>
          ))}
        </Rows>
      )}
      {writing && <NewPost channel={channel} onClose={() => setWriting(false)} onCreated={open} />}
    </div>
  )
}

function NewPost(props: { channel: ChannelObject; onClose: () => void; onCreated: (id: string) => void }) {
  const { channel, onClose, onCreated } = props
  const client = useClient()
  const saving = useSave()
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const values = new FormData(event.currentTarget)
    const body = { name: String(values.get('title')), message: { content: String(values.get('content')) } }
    void saving.run(async () => {
      const thread = await client.api.post<ChannelObject>(`/channels/${channel.id}/threads`, body)
      client.apply('THREAD_CREATE', thread)
      onClose()
      onCreated(thread.id)
    })
  }
  return (
    <Dialog title="New post" onClose={onClose} width="medium">
      <form className={form.form} onSubmit={submit}>
        <TextField label="Title" name="title" required maxLength={100} autoFocus error={saving.error ?? undefined} />
        <TextArea label="Message" name="content" required maxLength={2000} rows={5} />
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" busy={saving.busy}>
            Post
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
