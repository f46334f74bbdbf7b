import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../setup.mjs';
import { sourceFilesIn } from './sources.ts';

/** Names that this code once had and that no newcomer could guess, or that meant several things; plain English has taken their place. */
const GIVEN_UP = `
  AHEAD Asker BREATH BUSY Chance Crowd DOORS ENOUGH Edges FEW Fault Growing Held House Knobs LATE LINGER LOOK_MS Letter Liver LivingField
  MANY MOST Mailer NEVER NOBODY NewPlace NoSignal OVER OwnLate PATIENCE_MS Pauses QUIET RESUMED RETAKEABLE SHORT SHOWN SignalSearch
  Standing Stem TOLD Told ToldLate UNTOLD WEIGHED Wish Wishes WithTold World Written askAbout askCheckout askInvoice askPaymentOf
  askSubscription atomically barOf bearerOf beginningOf beginsSo boundedPool breathe brokenImports callOff cannotStart carefully
  changePlace changeRunning claimsOf continueEarlier deliveryOf describeHeld eachDue emptiest endOf endOtherWaysIn expectTold firstTime
  forgetGuests forgetMails forgetNotices forgetOld forgetRecords forgetSaid forgive gather goOn holdPerson holdPlace holdPlaces houseRules
  impatience inOrder inTurn isVouchedFor jobsFor judgedLines keepEarlyClick knobs knock litScreens liveUntil lookOf lookalike mailDoor
  makeOnce mayBearUsername mayEnd mayStay mendOwnership moveAside narrowed noteRefund onceKey oneForEach openLine openSecret openness
  opensDoor ownAgain placesTaken postReturnedMoneyEntries pressEarlyClick promiseTransfer proveByPassword proveForPassword receiptKey
  refuseRepeated rememberStatements rememberVerified renderLate renewingOf retakeEvent sayError scarcity sealSecret settleFirst shareReads
  showingsBy signUpAtOnce signUpDiscreetly solvedBy spendStep standStill standing standingOf stands startAnywhere startPatiently stepOf
  stockOf stopStray strangersMs strayWords takeDataDir takeEvent takeNumbers targetOf tellFailedPayment tellOwner tidy tillOf toldKey
  toldOf toldOfParts tryOnce unlessKnown useTyped vouchFor vouchedAt wish wishOf witness wordsWhile workFor`
  .trim()
  .split(/\s+/);

test('a name that was given up for a plain one is not declared again', () => {
  const declared = new RegExp(`\\b(const|let|function|class|interface|type|enum) (${GIVEN_UP.join('|')})\\b`, 'g');
  const again = sourceFilesIn(root, ['bench', 'domain', 'doubles', 'e2e', 'scripts', 'server', 'web']).flatMap((name) =>
    [...readFileSync(path.join(root, name), 'utf8').matchAll(declared)].map(([words]) => `${name}: ${words}`),
  );
  expect(again).toEqual([]);
});
