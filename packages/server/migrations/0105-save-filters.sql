-- The filters of lists that people keep under a name.
CREATE TABLE saved_filters (
  person_id TEXT NOT NULL,
  -- Such as `orders`.
  list TEXT NOT NULL,
  name TEXT NOT NULL,
  -- As in the address of the list.
  query TEXT NOT NULL,
  PRIMARY KEY (person_id, list, name)
);
