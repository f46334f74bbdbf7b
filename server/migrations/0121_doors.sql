-- Whoever has the link in it names the account that money goes back to: once sent it keeps nothing, like every mail that opens a door.
UPDATE mails SET props = '{}', html = NULL, text = NULL WHERE state = 'sent' AND template = 'payouts.account';
