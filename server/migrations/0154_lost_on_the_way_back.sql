-- As domain/returns/rules.ts says: a return that our courier lost on its way back is decided without having come.
CREATE OR REPLACE TRIGGER moves BEFORE UPDATE OF state ON returns FOR EACH ROW WHEN (OLD.state <> NEW.state)
  EXECUTE FUNCTION check_move('requested>label_sent', 'requested>received', 'requested>called_off', 'label_sent>received',
    'label_sent>decided', 'label_sent>done', 'label_sent>called_off', 'received>decided', 'received>done', 'decided>done', 'done>decided');
