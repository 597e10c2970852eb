import type { FileStore } from '../kernel/files.ts'
import { inPacedSteps, type ListedJob, runs } from '../kernel/jobs.ts'
import { failPurge, purgeAccountJob } from '../resources/accounts/deletions/index.ts'
import { accountPurgeDue } from '../resources/accounts/deletions/jobs.ts'
import { removeFilesJob } from '../resources/accounts/files/index.ts'
import { filesDropped } from '../resources/accounts/files/jobs.ts'
import { failHarvest, type HarvestMaker, removeHarvest } from '../resources/administration/harvests/index.ts'
import { harvestDue, harvestExpires } from '../resources/administration/harvests/jobs.ts'
import { continueRemoval, failRemoval } from '../resources/administration/people/index.ts'
import { messagesRemovalContinues } from '../resources/administration/people/jobs.ts'
import { mailNewReports, removeExpiredReports } from '../resources/administration/reports/index.ts'
import { reportsExpire, reportsNoticeDue } from '../resources/administration/reports/jobs.ts'
import { sampleSizes } from '../resources/administration/sizes/index.ts'
import { sizesDue } from '../resources/administration/sizes/jobs.ts'
import { failUnansweredInteraction } from '../resources/apps/interactions/index.ts'
import { responseOverdue } from '../resources/apps/interactions/jobs.ts'
import { crosspost, crosspostChanged } from '../resources/apps/webhooks/index.ts'
import { crosspostContinues } from '../resources/apps/webhooks/jobs.ts'
import { endPeriod } from '../resources/commerce/subscriptions/index.ts'
import { periodEnds } from '../resources/commerce/subscriptions/jobs.ts'
import { deleteExpiredGameMessages } from '../resources/games/game-messages/index.ts'
import { gameMessagesExpire } from '../resources/games/game-messages/jobs.ts'
import { endHeadlessSessionById } from '../resources/games/headless-sessions/index.ts'
import { headlessSessionExpires } from '../resources/games/headless-sessions/jobs.ts'
import { deleteIdleLobby } from '../resources/games/lobbies/index.ts'
import { lobbyIdles } from '../resources/games/lobbies/jobs.ts'
import { deleteCommandsOfRemovedIntegration } from '../resources/guild/commands/index.ts'
import { textsDropped } from '../resources/guild/guilds/jobs.ts'
import { integrationRemoved } from '../resources/guild/integrations/jobs.ts'
import { inviteExpired, processTargetUsers } from '../resources/guild/invites/index.ts'
import { inviteExpires, targetListContinues } from '../resources/guild/invites/jobs.ts'
import { scheduledEventDue, stageDue } from '../resources/guild/scheduled-events/index.ts'
import { eventStepDue } from '../resources/guild/scheduled-events/jobs.ts'
import { stageIdles } from '../resources/guild/stage-instances/jobs.ts'
import { endRinging } from '../resources/messaging/calls/index.ts'
import { ringingEnds } from '../resources/messaging/calls/jobs.ts'
import { expirePoll, indexMessages, unindexChannel } from '../resources/messaging/messages/index.ts'
import { crosspostChanges, indexingContinues, pollExpires } from '../resources/messaging/messages/jobs.ts'
import { notifyRecipients } from '../resources/messaging/pushes/index.ts'
import { pushDue } from '../resources/messaging/pushes/jobs.ts'
import { retainFiles, retainMessages } from '../resources/messaging/retention/index.ts'
import { filesRetention, messagesRetention } from '../resources/messaging/retention/jobs.ts'
import { archiveIdleThread } from '../resources/messaging/threads/index.ts'
import { threadIdles } from '../resources/messaging/threads/jobs.ts'

/** Parts of a platform that jobs use besides their unit of work. */
interface JobParts {
  readonly files: FileStore
  /** Overwrites what deleted rows left on the disk. Never fails. */
  readonly erase: () => void
  readonly harvests: Pick<HarvestMaker, 'run'>
}

/** Every kind of job with what runs it. An explicit list: a stored job that is not here fails and is retried. */
export function jobsOf({ files, erase, harvests }: JobParts): readonly ListedJob[] {
  return [
    runs(filesDropped, removeFilesJob(files)),
    runs(accountPurgeDue, purgeAccountJob(erase), failPurge),

    runs(harvestDue, harvests.run, failHarvest),
    runs(harvestExpires, removeHarvest),
    runs(sizesDue, sampleSizes),
    inPacedSteps(runs(messagesRemovalContinues, continueRemoval, failRemoval)),

    runs(periodEnds, endPeriod),

    runs(integrationRemoved, deleteCommandsOfRemovedIntegration),
    runs(inviteExpires, inviteExpired),
    runs(targetListContinues, processTargetUsers),
    runs(eventStepDue, scheduledEventDue),
    runs(stageIdles, stageDue),

    runs(pollExpires, expirePoll),
    runs(threadIdles, archiveIdleThread),
    runs(ringingEnds, endRinging),
    runs(pushDue, notifyRecipients),
    inPacedSteps(runs(messagesRetention, retainMessages)),
    inPacedSteps(runs(filesRetention, retainFiles)),
    runs(indexingContinues, indexMessages),
    runs(textsDropped, unindexChannel),

    runs(responseOverdue, failUnansweredInteraction),
    runs(crosspostContinues, crosspost),
    runs(crosspostChanges, crosspostChanged),

    runs(lobbyIdles, deleteIdleLobby),
    runs(gameMessagesExpire, deleteExpiredGameMessages),
    runs(headlessSessionExpires, endHeadlessSessionById),

    runs(reportsNoticeDue, mailNewReports),
    runs(reportsExpire, removeExpiredReports),
  ]
}
