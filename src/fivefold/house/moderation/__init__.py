"""What those who run the house decide: who may not play, what everybody is told, which games rest."""
