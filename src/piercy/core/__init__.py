"""What any turn-based game needs: actions, offers, steps, states, events, errors, seeded chance."""
