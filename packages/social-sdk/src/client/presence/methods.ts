import { registerLaunch } from '#runtime'
import type {
  AcceptActivityInviteCallback,
  ActivityInviteCallback,
  ActivityJoinCallback,
  ActivityJoinWithApplicationCallback,
  SendActivityInviteCallback,
  UpdateRichPresenceCallback,
  UpdateStatusCallback,
} from '../../callbacks/types.ts'
import type { StatusType } from '../../enums/index.ts'
import { launchOf } from '../../local-client/launch.ts'
import { callback, int32, text, uint32, uint64 } from '../../objects/kinds.ts'
import { declareParameters } from '../../objects/parameters.ts'
import { objectNamed, objectOf } from '../../objects/struct.ts'
import { Activity } from '../../values/activity.ts'
import type { ActivityInvite } from '../../values/activity-invite.ts'
import { act, type Given, type Once, once, onceReady, read, setHandler } from '../base.ts'
import { RelationshipsMethods } from '../relationships/methods.ts'

/** Activities, invites and online status. */
export abstract class PresenceMethods extends RelationshipsMethods {
  /** Accepts an invite. The callback receives the join secret of the sender. */
  AcceptActivityInvite(
    invite: ActivityInvite,
    cb?: Given<AcceptActivityInviteCallback>,
  ): Once<AcceptActivityInviteCallback> {
    return onceReady(this, 'AcceptActivityInvite', cb, [''], ({ presence }) => presence.accept(invite))
  }

  /** Removes the player's activity of this game. */
  ClearRichPresence(): void {
    act(this, ({ richPresence }) => richPresence.clearActivity())
  }

  /**
   * Registers the command by which the system starts the game for an invite. An empty command means
   * this program.
   * @returns false if it could not be registered
   */
  RegisterLaunchCommand(applicationId: bigint, command: string): boolean {
    const launch = launchOf(command)
    return read(this, false, () => launch !== null && registerLaunch(applicationId, launch))
  }

  /**
   * Registers a Steam application to be started for an invite.
   * @returns false if it could not be registered
   */
  RegisterLaunchSteamApplication(applicationId: bigint, steamAppId: number): boolean {
    return read(this, false, () => steamAppId > 0 && registerLaunch(applicationId, { steamApplication: steamAppId }))
  }

  /** Invites a user to the party of the own activity. The text may be empty. */
  SendActivityInvite(
    userId: bigint,
    content: string,
    cb?: Given<SendActivityInviteCallback>,
  ): Once<SendActivityInviteCallback> {
    return onceReady(this, 'SendActivityInvite', cb, [], ({ presence }) => presence.invite(userId, content))
  }

  /** Asks a user to be invited. That user must play this game and have room. */
  SendActivityJoinRequest(userId: bigint, cb?: Given<SendActivityInviteCallback>): Once<SendActivityInviteCallback> {
    return onceReady(this, 'SendActivityJoinRequest', cb, [], ({ presence }) => presence.askToJoin(userId))
  }

  /** Answers a request to be invited with an invite. */
  SendActivityJoinRequestReply(
    invite: ActivityInvite,
    cb?: Given<SendActivityInviteCallback>,
  ): Once<SendActivityInviteCallback> {
    return onceReady(this, 'SendActivityJoinRequestReply', cb, [], ({ presence }) => presence.replyTo(invite))
  }

  /** Sets the handler that is called when an invite or a request arrives; null removes it. */
  SetActivityInviteCreatedCallback(cb: Given<ActivityInviteCallback>): void {
    setHandler(this, 'activityInviteCreated', cb)
  }

  /** Sets the handler that is called when the validity of an invite changes; null removes it. */
  SetActivityInviteUpdatedCallback(cb: Given<ActivityInviteCallback>): void {
    setHandler(this, 'activityInviteUpdated', cb)
  }

  /**
   * Sets the handler that is called with a join secret when the player accepts an invite outside of the
   * game; null removes it.
   */
  SetActivityJoinCallback(cb: Given<ActivityJoinCallback>): void {
    setHandler(this, 'activityJoin', cb)
    act(this, ({ localClient }) => localClient.refresh())
  }

  /** Sets a handler as SetActivityJoinCallback does, which also receives the id of the game. Since 1.5. */
  SetActivityJoinWithApplicationCallback(cb: Given<ActivityJoinWithApplicationCallback>): void {
    setHandler(this, 'activityJoinWithApplication', cb)
    act(this, ({ localClient }) => localClient.refresh())
  }

  /** Sets the online status: Online, Idle, Dnd or Invisible; ValidationError for others. */
  SetOnlineStatus(status: StatusType, callback?: Given<UpdateStatusCallback>): Once<UpdateStatusCallback> {
    return onceReady(this, 'SetOnlineStatus', callback, [], ({ presence }) => presence.setStatus(status))
  }

  /**
   * Sets the player's activity: by the connection if there is one, else by the local client. Without both the
   * result is RPCError, and the activity is shown once one of them is there.
   */
  UpdateRichPresence(activity: Activity, cb?: Given<UpdateRichPresenceCallback>): Once<UpdateRichPresenceCallback> {
    return once(this, cb, [], ({ richPresence }) => richPresence.setActivity(activity))
  }
}

declareParameters(PresenceMethods, {
  AcceptActivityInvite: { invite: objectNamed('ActivityInvite'), cb: callback },
  RegisterLaunchCommand: { applicationId: uint64, command: text },
  RegisterLaunchSteamApplication: { applicationId: uint64, steamAppId: uint32 },
  SendActivityInvite: { userId: uint64, content: text, cb: callback },
  SendActivityJoinRequest: { userId: uint64, cb: callback },
  SendActivityJoinRequestReply: { invite: objectNamed('ActivityInvite'), cb: callback },
  SetActivityInviteCreatedCallback: { cb: callback },
  SetActivityInviteUpdatedCallback: { cb: callback },
  SetActivityJoinCallback: { cb: callback },
  SetActivityJoinWithApplicationCallback: { cb: callback },
  SetOnlineStatus: { status: int32, callback: callback },
  UpdateRichPresence: { activity: objectOf(Activity), cb: callback },
})
