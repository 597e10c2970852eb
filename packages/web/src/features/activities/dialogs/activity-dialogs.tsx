import { useStore } from 'zustand'
import { type AskedQuestion, questions } from '../questions.ts'
import { ConsentDialog } from './consent-dialog.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { InviteUserDialog } from './invite-user-dialog.tsx'
import { LinkDialog } from './link-dialog.tsx'
import { MomentDialog } from './moment-dialog.tsx'
import { PurchaseDialog } from './purchase-dialog.tsx'
import { ShareInteractionDialog } from './share-interaction-dialog.tsx'
import { ShareLinkDialog } from './share-link-dialog.tsx'
import { UploadDialog } from './upload-dialog.tsx'

/** The first question of the running activity. */
export function ActivityDialogs() {
  const first = useStore(questions, ({ asked }) => asked[0])
  return first && <QuestionDialog key={first.id} {...first} />
}

function QuestionDialog({ question, settle }: AskedQuestion) {
  switch (question.kind) {
    case 'consent':
      return <ConsentDialog question={question} onDone={settle} />
    case 'link':
      return <LinkDialog question={question} onDone={settle} />
    case 'invite':
      return <InviteDialog question={question} onDone={settle} />
    case 'invite-user':
      return <InviteUserDialog question={question} onDone={settle} />
    case 'moment':
      return <MomentDialog question={question} onDone={settle} />
    case 'share-link':
      return <ShareLinkDialog question={question} onDone={settle} />
    case 'share-interaction':
      return <ShareInteractionDialog question={question} onDone={settle} />
    case 'upload':
      return <UploadDialog question={question} onDone={settle} />
    case 'purchase':
      return <PurchaseDialog question={question} onDone={settle} />
  }
}
