/** What a call is aimed at: something of the caller's own, of somebody else, deleted, not there, or no id at all. */
export type Target = 'plain' | 'own' | 'other' | 'deleted' | 'random' | 'malformed' | 'served';

/**
 * What each call answers, as 'ok' or the refusal's code. Who may not act at all is not written down: without a token,
 * with a forged one, in an ended session and suspended, every call but the public ones refuses.
 * `!artist` and `!listener` stand for 'wrong_user_type'; `everybody` for all kinds of users.
 */
export const table = `
call                              target     listener           artist             admin              no user type
accounts.signUp                   plain      everybody ok
accounts.resendConfirmation       plain      everybody ok
accounts.confirmEmail             plain      everybody link_invalid
accounts.readEmailedLink  plain  everybody link_invalid
accounts.signIn                   plain      everybody wrong_credentials
accounts.refreshSession           plain      everybody refresh_token_invalid
accounts.readKeySet               plain      everybody ok
accounts.signOut                  plain      everybody refresh_token_invalid
accounts.readProfile              plain      ok                 ok                 ok                 ok
accounts.updateProfile            plain      ok                 ok                 ok                 ok
accounts.removeAvatar  plain  ok  ok  ok  ok
accounts.listNotices  plain  ok  ok  ok  ok
accounts.countUnreadNotices  plain  ok  ok  ok  ok
accounts.markNoticesRead  plain  ok  ok  ok  ok
accounts.readSettings  plain  ok  ok  ok  ok
accounts.updateSettings  plain  ok  ok  ok  ok
accounts.readPush  plain  ok  !listener  ok  !listener
accounts.subscribeToPush  plain  ok  !listener  ok  !listener
accounts.unsubscribeFromPush  plain  ok  !listener  ok  !listener
accounts.recoverPassword  plain  everybody ok
accounts.resetPassword  plain  everybody link_invalid
accounts.verifySecondFactor  plain  everybody challenge_invalid
accounts.listSessions  plain  ok  ok  ok  ok
accounts.endSession  own  ok  ok  ok  ok
accounts.endSession  other  not_found  not_found  not_found  not_found
accounts.endSession  deleted  not_found  not_found  not_found  not_found
accounts.endSession  random  not_found  not_found  not_found  not_found
accounts.endSession  malformed  malformed  malformed  malformed  malformed
accounts.changePassword  plain  wrong_password  wrong_password  wrong_password  wrong_password
accounts.changeEmail  plain  wrong_password  wrong_password  wrong_password  wrong_password
accounts.readSecondFactor  plain  ok  ok  ok  ok
accounts.beginSecondFactor  plain  wrong_password  wrong_password  wrong_password  wrong_password
accounts.finishSecondFactor  plain  not_found  not_found  not_found  not_found
accounts.removeSecondFactor  plain  wrong_password  wrong_password  wrong_password  wrong_password
standing.readStanding             plain      ok                 ok                 ok                 ok
payoutDestinations.readDestination  plain  ok  !listener  ok  !listener
payoutDestinations.listDestinationOffers  plain  malformed  !listener  malformed  !listener
payoutDestinations.addDestination  plain  wrong_password  !listener  wrong_password  !listener
payoutDestinations.readDestinationAccount  plain  not_found  !listener  not_found  !listener
payoutDestinations.openDestinationOnboarding  plain  not_found  !listener  not_found  !listener
payoutDestinations.confirmDestination  plain  everybody link_invalid
payoutDestinations.stopPayouts  plain  everybody link_invalid
wallet.readWallet                 plain      ok                 !listener          ok                 !listener
wallet.listPayoutRequests         plain      ok                 !listener          ok                 !listener
wallet.listMovements  plain  ok  !listener  ok  !listener
wallet.readYearStatement  plain  ok  !listener  ok  !listener
wallet.appealWithheld  own  not_found  !listener  not_found  !listener
wallet.appealWithheld  other  not_found  !listener  not_found  !listener
wallet.appealWithheld  random  not_found  !listener  not_found  !listener
wallet.appealWithheld  malformed  malformed  !listener  malformed  !listener
wallet.cancelPayout  own  ok  !listener  ok  !listener
wallet.cancelPayout  other  not_found  !listener  not_found  !listener
wallet.cancelPayout  random  not_found  !listener  not_found  !listener
wallet.cancelPayout  malformed  malformed  !listener  malformed  !listener
wallet.requestPayout              plain      below_minimum_payout  !listener       below_minimum_payout  !listener
subscriptions.getUploadEligibility  plain    !artist            ok                 ok                 !artist
subscriptions.checkSubscription  plain  ok  ok  ok  ok
subscriptions.createCheckout  plain  !artist  unknown_price  unknown_price  !artist
subscriptions.customerPortal  plain  no_subscription  no_subscription  no_subscription  no_subscription
subscriptions.listBoughtPacks  plain  !artist  ok  ok  !artist
balance.readReviewBalance  plain  !artist  ok  ok  !artist
balance.forecastReviews  own  malformed  malformed  malformed  malformed
balance.forecastUpload  plain  !artist  malformed  malformed  !artist
balance.forecastOffers  plain  everybody ok
balance.addReviews  own  too_few_reviews  too_few_reviews  too_few_reviews  too_few_reviews
balance.addReviews  other  not_found  not_found  not_found  not_found
balance.addReviews  deleted  track_deleted  track_deleted  track_deleted  track_deleted
balance.addReviews  random  not_found  not_found  not_found  not_found
balance.addReviews  malformed  malformed  malformed  malformed  malformed
balance.takeBackReviews  own  ok  ok  ok  ok
balance.takeBackReviews  other  not_found  not_found  not_found  not_found
balance.takeBackReviews  random  not_found  not_found  not_found  not_found
balance.takeBackReviews  malformed  malformed  malformed  malformed  malformed
questions.readQuestions  own  ok  ok  ok  ok
questions.readQuestions  other  not_found  not_found  not_found  not_found
questions.readQuestions  deleted  ok  ok  ok  ok
questions.readQuestions  random  not_found  not_found  not_found  not_found
questions.readQuestions  malformed  malformed  malformed  malformed  malformed
questions.saveQuestions  own  ok  ok  ok  ok
questions.saveQuestions  other  not_found  not_found  not_found  not_found
questions.saveQuestions  deleted  track_deleted  track_deleted  track_deleted  track_deleted
questions.saveQuestions  random  not_found  not_found  not_found  not_found
questions.saveQuestions  malformed  malformed  malformed  malformed  malformed
tracks.readUpload                 own        !artist            ok                 ok                 !artist
tracks.readUpload                 other      !artist            not_found          not_found          !artist
tracks.readUpload                 random     !artist            ok                 ok                 !artist
tracks.readUpload                 malformed  !artist            malformed          malformed          !artist
tracks.findSimilar  other  !artist  not_found  not_found  !artist
tracks.findSimilar  random  !artist  not_found  not_found  !artist
tracks.findSimilar  malformed  !artist  malformed  malformed  !artist
tracks.cancelUpload               own        !artist            ok                 ok                 !artist
tracks.cancelUpload               other      !artist            ok                 ok                 !artist
tracks.cancelUpload               random     !artist            ok                 ok                 !artist
tracks.cancelUpload               malformed  !artist            malformed          malformed          !artist
tracks.createTrack                own        !artist            file_missing       file_missing       !artist
tracks.createTrack                other      !artist            file_missing       file_missing       !artist
tracks.createTrack                random     !artist            file_missing       file_missing       !artist
tracks.createTrack                malformed  !artist            malformed          malformed          !artist
tracks.listOwnTracks              plain      !artist            ok                 ok                 !artist
versions.readNewVersionOffer  own  ok  ok  ok  ok
versions.readNewVersionOffer  other  not_found  not_found  not_found  not_found
versions.readNewVersionOffer  deleted  track_deleted  track_deleted  track_deleted  track_deleted
versions.readNewVersionOffer  random  not_found  not_found  not_found  not_found
versions.readNewVersionOffer  malformed  malformed  malformed  malformed  malformed
tracks.readOwnTrack               own        ok                 ok                 ok                 ok
tracks.readOwnTrack               other      not_found          not_found          not_found          not_found
tracks.readOwnTrack               deleted    ok                 ok                 ok                 ok
tracks.readOwnTrack               random     not_found          not_found          not_found          not_found
tracks.readOwnTrack               malformed  malformed          malformed          malformed          malformed
tracks.deleteTrack                own        ok                 ok                 ok                 ok
tracks.deleteTrack                other      not_found          not_found          not_found          not_found
tracks.deleteTrack                deleted    ok                 ok                 ok                 ok
tracks.deleteTrack                random     not_found          not_found          not_found          not_found
tracks.deleteTrack                malformed  malformed          malformed          malformed          malformed
tracks.createPlaybackLink         own        ok                 ok                 ok                 ok
tracks.createPlaybackLink         other      audio_unavailable  audio_unavailable  ok                 audio_unavailable
tracks.createPlaybackLink         served     ok                 audio_unavailable  ok                 audio_unavailable
tracks.createPlaybackLink         deleted    track_deleted      track_deleted      track_deleted      track_deleted
tracks.createPlaybackLink         random     not_found          not_found          not_found          not_found
tracks.createPlaybackLink         malformed  malformed          malformed          malformed          malformed
tracks.removeCover  own  ok  ok  ok  ok
tracks.removeCover  other  not_found  not_found  not_found  not_found
tracks.removeCover  deleted  track_deleted  track_deleted  track_deleted  track_deleted
tracks.removeCover  random  not_found  not_found  not_found  not_found
tracks.removeCover  malformed  malformed  malformed  malformed  malformed
tracks.editTrack  own  ok  ok  ok  ok
tracks.editTrack  other  not_found  not_found  not_found  not_found
tracks.editTrack  deleted  track_deleted  track_deleted  track_deleted  track_deleted
tracks.editTrack  random  not_found  not_found  not_found  not_found
tracks.editTrack  malformed  malformed  malformed  malformed  malformed
listening.nextTrack               own        ok                 !listener          ok                 !listener
listening.nextTrack               other      ok                 !listener          ok                 !listener
listening.nextTrack               deleted    ok                 !listener          ok                 !listener
listening.nextTrack               random     ok                 !listener          ok                 !listener
listening.nextTrack               malformed  malformed          !listener          malformed          !listener
listening.skipTrack               served     ok                 !listener          not_assigned                 !listener
listening.skipTrack               own        not_assigned       !listener          not_assigned       !listener
listening.skipTrack               other      not_assigned       !listener          not_assigned       !listener
listening.skipTrack               deleted    not_assigned       !listener          not_assigned       !listener
listening.skipTrack               random     not_assigned       !listener          not_assigned       !listener
listening.skipTrack               malformed  malformed          !listener          malformed          !listener
listening.chooseVersion           served     nothing_compared   !listener          not_assigned   !listener
listening.chooseVersion           own        not_assigned       !listener          not_assigned       !listener
listening.chooseVersion           other      not_assigned       !listener          not_assigned       !listener
listening.chooseVersion           deleted    not_assigned       !listener          not_assigned       !listener
listening.chooseVersion           random     not_assigned       !listener          not_assigned       !listener
listening.chooseVersion           malformed  malformed          !listener          malformed          !listener
listening.recordPlayEvent         served     ok                 !listener          not_assigned                 !listener
listening.recordPlayEvent         own        not_assigned       !listener          not_assigned       !listener
listening.recordPlayEvent         other      not_assigned       !listener          not_assigned       !listener
listening.recordPlayEvent         deleted    not_assigned       !listener          not_assigned       !listener
listening.recordPlayEvent         random     not_assigned       !listener          not_assigned       !listener
listening.recordPlayEvent         malformed  malformed          !listener          malformed          !listener
listening.markMoment  served  not_heard  !listener  not_assigned  !listener
listening.markMoment  own  not_assigned  !listener  not_assigned  !listener
listening.markMoment  other  not_assigned  !listener  not_assigned  !listener
listening.markMoment  deleted  not_assigned  !listener  not_assigned  !listener
listening.markMoment  random  not_assigned  !listener  not_assigned  !listener
listening.markMoment  malformed  malformed  !listener  malformed  !listener
listening.unmarkMoment  served  ok  !listener  not_assigned  !listener
listening.unmarkMoment  own  not_assigned  !listener  not_assigned  !listener
listening.unmarkMoment  other  not_assigned  !listener  not_assigned  !listener
listening.unmarkMoment  deleted  not_assigned  !listener  not_assigned  !listener
listening.unmarkMoment  random  not_assigned  !listener  not_assigned  !listener
listening.unmarkMoment  malformed  malformed  !listener  malformed  !listener
listening.comingTrack  plain  ok  !listener  ok  !listener
listening.askToBeTold  plain  ok  !listener  ok  !listener
listening.answerUnpaid  served  not_assigned  !listener  not_assigned  !listener
listening.answerUnpaid  own  not_assigned  !listener  not_assigned  !listener
listening.answerUnpaid  other  not_assigned  !listener  not_assigned  !listener
listening.answerUnpaid  deleted  not_assigned  !listener  not_assigned  !listener
listening.answerUnpaid  random  not_assigned  !listener  not_assigned  !listener
listening.answerUnpaid  malformed  malformed  !listener  malformed  !listener
listening.listUnpaidAnswers  own  ok  ok  ok  ok
listening.listUnpaidAnswers  other  not_found  not_found  not_found  not_found
listening.listUnpaidAnswers  deleted  ok  ok  ok  ok
listening.listUnpaidAnswers  random  not_found  not_found  not_found  not_found
listening.listUnpaidAnswers  malformed  malformed  malformed  malformed  malformed
listening.listTrackListeners  own  ok  ok  ok  ok
listening.listTrackListeners  other  not_found  not_found  not_found  not_found
listening.listTrackListeners  deleted  ok  ok  ok  ok
listening.listTrackListeners  random  not_found  not_found  not_found  not_found
listening.listTrackListeners  malformed  malformed  malformed  malformed  malformed
reviews.submitReview              served     listen_longer      !listener          not_assigned      !listener
reviews.submitReview              own        not_assigned       !listener          not_assigned       !listener
reviews.submitReview              other      not_assigned       !listener          not_assigned       !listener
reviews.submitReview              deleted    not_assigned       !listener          not_assigned       !listener
reviews.submitReview              random     not_assigned       !listener          not_assigned       !listener
reviews.submitReview              malformed  malformed          !listener          malformed          !listener
reviews.listOwnReviews            plain      ok                 !listener          ok                 !listener
circle.listPrivateLinks  own  ok  ok  ok  ok
circle.listPrivateLinks  other  not_found  not_found  not_found  not_found
circle.listPrivateLinks  deleted  ok  ok  ok  ok
circle.listPrivateLinks  random  not_found  not_found  not_found  not_found
circle.listPrivateLinks  malformed  malformed  malformed  malformed  malformed
circle.createPrivateLink  own  ok  ok  ok  ok
circle.createPrivateLink  other  not_found  not_found  not_found  not_found
circle.createPrivateLink  deleted  track_deleted  track_deleted  track_deleted  track_deleted
circle.createPrivateLink  random  not_found  not_found  not_found  not_found
circle.createPrivateLink  malformed  malformed  malformed  malformed  malformed
circle.changePrivateLink  own  ok  ok  ok  ok
circle.changePrivateLink  other  not_found  not_found  not_found  not_found
circle.changePrivateLink  random  not_found  not_found  not_found  not_found
circle.changePrivateLink  malformed  malformed  malformed  malformed  malformed
circle.openPrivateLink  plain  everybody not_found
circle.reportGuestListening  plain  everybody not_found
circle.markGuestMoment  plain  everybody not_found
circle.unmarkGuestMoment  plain  everybody not_found
circle.saveGuestResponse  plain  everybody not_found
circle.removeGuestResponse  plain  everybody not_found
verdict.readVerdict  own  ok  ok  ok  ok
verdict.readVerdict  other  not_found  not_found  not_found  not_found
verdict.readVerdict  deleted  ok  ok  ok  ok
verdict.readVerdict  random  not_found  not_found  not_found  not_found
verdict.readVerdict  malformed  malformed  malformed  malformed  malformed
verdict.readVersionResult  own  ok  ok  ok  ok
verdict.readVersionResult  other  not_found  not_found  not_found  not_found
verdict.readVersionResult  deleted  ok  ok  ok  ok
verdict.readVersionResult  random  not_found  not_found  not_found  not_found
verdict.readVersionResult  malformed  malformed  malformed  malformed  malformed
verdict.shareVerdict  own  ok  ok  ok  ok
verdict.shareVerdict  other  not_found  not_found  not_found  not_found
verdict.shareVerdict  deleted  ok  ok  ok  ok
verdict.shareVerdict  random  not_found  not_found  not_found  not_found
verdict.shareVerdict  malformed  malformed  malformed  malformed  malformed
verdict.listVerdicts  plain  !artist  ok  ok  !artist
reviews.listReviewedTracks        plain      ok                 !listener          ok                 !listener
reviews.readReviewStats           plain      ok                 !listener          ok                 !listener
reviews.readSitting               plain      ok                 !listener          ok                 !listener
reviews.readPay  plain  everybody ok
reviews.listTrackReviews          own        ok                 ok                 ok                 ok
reviews.listTrackReviews          other      not_found          not_found          ok                 not_found
reviews.listTrackReviews          deleted    ok                 ok                 ok                 ok
reviews.listTrackReviews          random     not_found          not_found          not_found          not_found
reviews.listTrackReviews          malformed  malformed          malformed          malformed          malformed
reviews.appealReview  own  ok  !listener  ok  !listener
reviews.appealReview  other  not_found  !listener  not_found  !listener
reviews.appealReview  random  not_found  !listener  not_found  !listener
reviews.appealReview  malformed  malformed  !listener  malformed  !listener
reviews.readDraft  served  ok  !listener  ok  !listener
reviews.readDraft  other  ok  !listener  ok  !listener
reviews.readDraft  random  ok  !listener  ok  !listener
reviews.readDraft  malformed  malformed  !listener  malformed  !listener
reviews.keepDraft  served  ok  !listener  not_assigned  !listener
reviews.keepDraft  own  not_assigned  !listener  not_assigned  !listener
reviews.keepDraft  other  not_assigned  !listener  not_assigned  !listener
reviews.keepDraft  deleted  not_assigned  !listener  not_assigned  !listener
reviews.keepDraft  random  not_assigned  !listener  not_assigned  !listener
reviews.keepDraft  malformed  malformed  !listener  malformed  !listener
reviews.pressReview  own  ok  ok  ok  ok
reviews.pressReview  other  not_found  not_found  not_found  not_found
reviews.pressReview  random  not_found  not_found  not_found  not_found
reviews.pressReview  malformed  malformed  malformed  malformed  malformed
reviews.markReview  own  ok  ok  ok  ok
reviews.markReview  other  not_found  not_found  not_found  not_found
reviews.markReview  random  not_found  not_found  not_found  not_found
reviews.markReview  malformed  malformed  malformed  malformed  malformed
reviews.readAnalytics  plain  !artist  ok  ok  !artist
discovery.getAllPublicTracks      plain      everybody ok
discovery.readDiscovery  plain  everybody ok
discovery.searchTracks  malformed  everybody malformed
discovery.readPublicTrack  other  everybody ok
discovery.readPublicTrack  deleted  everybody not_found
discovery.readPublicTrack  random  everybody not_found
discovery.readPublicTrack  malformed  everybody malformed
discovery.getPublicArtistProfile  other  everybody ok
discovery.getPublicArtistProfile  deleted  everybody artist_not_found
discovery.getPublicArtistProfile  random  everybody artist_not_found
discovery.getPublicArtistProfile  malformed  everybody malformed
discovery.getPublicArtistTracks  other  everybody ok
discovery.getPublicArtistTracks  deleted  everybody artist_not_found
discovery.getPublicArtistTracks  random  everybody artist_not_found
discovery.getPublicArtistTracks  malformed  everybody malformed
discovery.readFollow  own  artist_not_found  ok  artist_not_found  artist_not_found
discovery.readFollow  other  ok  ok  ok  ok
discovery.readFollow  deleted  artist_not_found  artist_not_found  artist_not_found  artist_not_found
discovery.readFollow  random  artist_not_found  artist_not_found  artist_not_found  artist_not_found
discovery.readFollow  malformed  malformed  malformed  malformed  malformed
discovery.followArtist  own  own_follow  own_follow  own_follow  own_follow
discovery.followArtist  other  ok  ok  ok  ok
discovery.followArtist  deleted  artist_not_found  artist_not_found  artist_not_found  artist_not_found
discovery.followArtist  random  artist_not_found  artist_not_found  artist_not_found  artist_not_found
discovery.followArtist  malformed  malformed  malformed  malformed  malformed
discovery.unfollowArtist  own  artist_not_found  ok  artist_not_found  artist_not_found
discovery.unfollowArtist  other  ok  ok  ok  ok
discovery.unfollowArtist  deleted  artist_not_found  artist_not_found  artist_not_found  artist_not_found
discovery.unfollowArtist  random  artist_not_found  artist_not_found  artist_not_found  artist_not_found
discovery.unfollowArtist  malformed  malformed  malformed  malformed  malformed
personalData.createExport  plain  wrong_password  wrong_password  wrong_password  wrong_password
personalData.readDeletion  plain  ok  ok  ok  ok
personalData.deleteAccount  plain  wrong_password  wrong_password  admin_account  wrong_password
books.readBooks  plain  access_denied  access_denied  ok  access_denied
books.runAudit  plain  access_denied  access_denied  ok  access_denied
books.liftHalt  plain  access_denied  access_denied  not_found  access_denied
books.listEntries  plain  access_denied  access_denied  ok  access_denied
books.findListener  plain  access_denied  access_denied  malformed  access_denied
books.correctBalance  own  access_denied  access_denied  own_decision  access_denied
books.correctBalance  other  access_denied  access_denied  ok  access_denied
books.correctBalance  random  access_denied  access_denied  not_found  access_denied
books.correctBalance  malformed  access_denied  access_denied  malformed  access_denied
books.decideCorrection  random  access_denied  access_denied  not_found  access_denied
books.decideCorrection  malformed  access_denied  access_denied  malformed  access_denied
books.reverseReview  own  access_denied  access_denied  own_decision  access_denied
books.reverseReview  other  access_denied  access_denied  ok  access_denied
books.reverseReview  random  access_denied  access_denied  not_found  access_denied
books.reverseReview  malformed  access_denied  access_denied  malformed  access_denied
books.returnPayout  own  access_denied  access_denied  own_decision  access_denied
books.returnPayout  other  access_denied  access_denied  ok  access_denied
books.returnPayout  random  access_denied  access_denied  not_found  access_denied
books.returnPayout  malformed  access_denied  access_denied  malformed  access_denied
books.listPayoutExports  plain  access_denied  access_denied  ok  access_denied
books.exportPayouts  plain  access_denied  access_denied  nothing_to_export  access_denied
books.listOpenTransfers  plain  access_denied  access_denied  ok  access_denied
books.listExportLines  random  access_denied  access_denied  ok  access_denied
books.listExportLines  malformed  access_denied  access_denied  malformed  access_denied
books.listPayoutCosts  plain  access_denied  access_denied  ok  access_denied
books.bookPayoutCost  plain  access_denied  access_denied  ok  access_denied
books.confirmPayout  random  access_denied  access_denied  not_found  access_denied
books.confirmPayout  malformed  access_denied  access_denied  malformed  access_denied
admin.listReadings  plain  access_denied  access_denied  ok  access_denied
admin.decideReadings  plain  access_denied  access_denied  ok  access_denied
admin.decideReadings  malformed  access_denied  access_denied  malformed  access_denied
admin.readPayout  own  access_denied  access_denied  own_decision  access_denied
admin.readPayout  other  access_denied  access_denied  ok  access_denied
admin.readPayout  random  access_denied  access_denied  not_found  access_denied
admin.readPayout  malformed  access_denied  access_denied  malformed  access_denied
admin.withholdPayout  own  access_denied  access_denied  own_decision  access_denied
admin.withholdPayout  other  access_denied  access_denied  ok  access_denied
admin.withholdPayout  random  access_denied  access_denied  not_found  access_denied
admin.withholdPayout  malformed  access_denied  access_denied  malformed  access_denied
admin.listWithheldPayouts  plain  access_denied  access_denied  ok  access_denied
admin.decideWithheld  own  access_denied  access_denied  own_decision  access_denied
admin.decideWithheld  other  access_denied  access_denied  not_found  access_denied
admin.decideWithheld  random  access_denied  access_denied  not_found  access_denied
admin.decideWithheld  malformed  access_denied  access_denied  malformed  access_denied
admin.approvePayouts  plain  access_denied  access_denied  ok  access_denied
admin.approvePayouts  malformed  access_denied  access_denied  malformed  access_denied
admin.rejectPayouts  plain  access_denied  access_denied  ok  access_denied
admin.rejectPayouts  malformed  access_denied  access_denied  malformed  access_denied
admin.undoPayoutApprovals  plain  access_denied  access_denied  ok  access_denied
admin.undoPayoutApprovals  malformed  access_denied  access_denied  malformed  access_denied
admin.liftPayoutStop  own  access_denied  access_denied  own_decision  access_denied
admin.liftPayoutStop  other  access_denied  access_denied  not_found  access_denied
admin.liftPayoutStop  random  access_denied  access_denied  not_found  access_denied
admin.liftPayoutStop  malformed  access_denied  access_denied  malformed  access_denied
books.handOverPayouts  random  access_denied  access_denied  not_found  access_denied
books.handOverPayouts  malformed  access_denied  access_denied  malformed  access_denied
admin.readPlatformStats           plain      access_denied      access_denied      ok                 access_denied
admin.listPendingPayouts          plain      access_denied      access_denied      ok                 access_denied
admin.decidePayout                own        access_denied      access_denied      own_decision       access_denied
admin.decidePayout                other      access_denied      access_denied      ok                 access_denied
admin.decidePayout                random     access_denied      access_denied      not_found          access_denied
admin.decidePayout                malformed  access_denied      access_denied      malformed          access_denied
testKit.readTestKit  plain  access_denied  access_denied  ok  access_denied
testKit.grantTrial  plain  access_denied  access_denied  ok  access_denied
testKit.addUploadCredits  plain  access_denied  access_denied  ok  access_denied
testKit.createTestListener  plain  access_denied  access_denied  ok  access_denied
admin.listReviewsToDecide  plain  access_denied  access_denied  malformed  access_denied
admin.decideReview  own  access_denied  access_denied  own_decision  access_denied
admin.decideReview  other  access_denied  access_denied  ok  access_denied
admin.decideReview  random  access_denied  access_denied  not_found  access_denied
admin.decideReview  malformed  access_denied  access_denied  malformed  access_denied
admin.decideReviews  plain  access_denied  access_denied  ok  access_denied
admin.decideReviews  malformed  access_denied  access_denied  malformed  access_denied
admin.undoReviewDecisions  plain  access_denied  access_denied  ok  access_denied
admin.undoReviewDecisions  malformed  access_denied  access_denied  malformed  access_denied
admin.decideAppeal  own  access_denied  access_denied  own_decision  access_denied
admin.decideAppeal  other  access_denied  access_denied  not_appealed  access_denied
admin.decideAppeal  random  access_denied  access_denied  not_found  access_denied
admin.decideAppeal  malformed  access_denied  access_denied  malformed  access_denied
admin.listUsers  plain  access_denied  access_denied  ok  access_denied
admin.readUser  own  access_denied  access_denied  ok  access_denied
admin.readUser  other  access_denied  access_denied  ok  access_denied
admin.readUser  random  access_denied  access_denied  not_found  access_denied
admin.readUser  malformed  access_denied  access_denied  malformed  access_denied
admin.listClusters  plain  access_denied  access_denied  malformed  access_denied
admin.readCluster  random  access_denied  access_denied  not_found  access_denied
admin.readCluster  malformed  access_denied  access_denied  malformed  access_denied
admin.decideCluster  random  access_denied  access_denied  not_found  access_denied
admin.decideCluster  malformed  access_denied  access_denied  malformed  access_denied
admin.listSameRecordings  plain  access_denied  access_denied  malformed  access_denied
admin.decideSameRecording  random  access_denied  access_denied  not_found  access_denied
admin.decideSameRecording  malformed  access_denied  access_denied  malformed  access_denied
admin.setSuspension  own  access_denied  access_denied  own_suspension  access_denied
admin.setSuspension  other  access_denied  access_denied  ok  access_denied
admin.setSuspension  random  access_denied  access_denied  not_found  access_denied
admin.setSuspension  malformed  access_denied  access_denied  malformed  access_denied
admin.listActivity  plain  access_denied  access_denied  ok  access_denied
admin.readWaitingList  plain  access_denied  access_denied  ok  access_denied
admin.refundPlan  own     access_denied  access_denied  own_decision       access_denied
admin.refundPlan  other   access_denied  access_denied  nothing_to_refund  access_denied
admin.refundPlan  random  access_denied  access_denied  not_found          access_denied
admin.setWaitingList  plain  access_denied  access_denied  ok  access_denied
admin.letListenersIn  plain  access_denied  access_denied  ok  access_denied
admin.readBilling  plain  access_denied  access_denied  ok  access_denied
admin.readFounderFigures  plain  access_denied  access_denied  ok  access_denied
admin.readSystem  plain  access_denied  access_denied  ok  access_denied
admin.allowEmails  other  access_denied  access_denied  ok  access_denied
admin.allowEmails  random  access_denied  access_denied  not_found  access_denied
admin.allowEmails  malformed  access_denied  access_denied  malformed  access_denied
admin.runJobAgain  malformed  access_denied  access_denied  malformed  access_denied
admin.listSubscriptions  plain  access_denied  access_denied  ok  access_denied
admin.listReversals  plain  access_denied  access_denied  ok  access_denied
admin.listPacks  plain  access_denied  access_denied  ok  access_denied
admin.refundPack  random  access_denied  access_denied  not_found  access_denied
reports.report  own  own_report  own_report  own_report  own_report
reports.report  other  ok  ok  ok  ok
reports.report  random  not_found  not_found  not_found  not_found
reports.report  malformed  malformed  malformed  malformed  malformed
reports.reportCopyright  other  everybody ok
reports.reportCopyright  deleted  everybody not_found
reports.reportCopyright  random  everybody not_found
reports.reportCopyright  malformed  everybody malformed
reports.answerTakedown  own  ok  ok  ok  ok
reports.answerTakedown  other  not_found  not_found  not_found  not_found
reports.answerTakedown  random  not_found  not_found  not_found  not_found
reports.answerTakedown  malformed  malformed  malformed  malformed  malformed
reports.listReports  plain  access_denied  access_denied  malformed  access_denied
reports.listTakedowns  plain  access_denied  access_denied  malformed  access_denied
reports.dismissReports  random  access_denied  access_denied  not_found  access_denied
reports.dismissReports  malformed  access_denied  access_denied  malformed  access_denied
reports.takeDown  own  access_denied  access_denied  own_decision  access_denied
reports.takeDown  other  access_denied  access_denied  ok  access_denied
reports.takeDown  deleted  access_denied  access_denied  own_decision  access_denied
reports.takeDown  random  access_denied  access_denied  not_found  access_denied
reports.takeDown  malformed  access_denied  access_denied  malformed  access_denied
reports.restore  own  access_denied  access_denied  own_decision  access_denied
reports.restore  other  access_denied  access_denied  ok  access_denied
reports.restore  random  access_denied  access_denied  not_found  access_denied
reports.restore  malformed  access_denied  access_denied  malformed  access_denied
reports.upholdTakedown  own  access_denied  access_denied  own_decision  access_denied
reports.upholdTakedown  other  access_denied  access_denied  not_answered  access_denied
reports.upholdTakedown  random  access_denied  access_denied  not_found  access_denied
reports.upholdTakedown  malformed  access_denied  access_denied  malformed  access_denied
demo.verifyDemoPassword  plain  everybody invalid_demo_password
demo.readDemoPassword  plain  access_denied  access_denied  ok  access_denied
environment.readEnvironment  plain  everybody ok
raw PUT upload content            random     !artist            ok                 ok                 !artist
raw PUT upload content            other      !artist            not_found          not_found          !artist
raw PUT upload content            malformed  malformed          malformed          malformed          malformed
raw PUT avatar  plain  invalid_image  invalid_image  invalid_image  invalid_image
raw PUT cover  own  invalid_image  invalid_image  invalid_image  invalid_image
raw PUT cover  other  not_found  not_found  not_found  not_found
raw PUT cover  deleted  track_deleted  track_deleted  track_deleted  track_deleted
raw PUT cover  random  not_found  not_found  not_found  not_found
raw PUT cover  malformed  malformed  malformed  malformed  malformed
raw GET cover  random  everybody not_found
raw GET cover  malformed  everybody not_found
raw GET avatar  random  everybody not_found
raw GET avatar  malformed  everybody not_found
raw GET export  random  everybody not_found
raw GET audio                     random     everybody audio_unavailable
raw GET audio                     malformed  everybody audio_unavailable
raw GET health                    plain      everybody ok
raw GET openapi                   plain      everybody ok
raw GET mailbox                   plain      everybody ok
raw GET font                      plain      everybody ok
`;
