-- A statement shows what a person had said the bank never paid.
CREATE OR REPLACE TRIGGER moves BEFORE UPDATE OF state ON payouts FOR EACH ROW WHEN (OLD.state <> NEW.state)
  EXECUTE FUNCTION check_move('account>ready', 'account>stopped', 'account>done', 'ready>stopped', 'ready>listed', 'ready>done', 'listed>done',
    'listed>refused', 'refused>done', 'done>returned');
